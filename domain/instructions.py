"""Instructions within a text: what speaks to a model, and not to the matter. Signs of it, in English and Chinese.

A text from outside may say anything, and stays data. Signs like these only decide whether it may become knowledge that
matters: each says what was found, none is proof of ill will.
"""

import re
import unicodedata

_HIDDEN = re.compile("[\U000e0000-\U000e007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
"""Tags, zero-width signs, marks and overrides of the writing direction, soft hyphens: they carry what nobody sees."""
_JOINING = re.compile("[\u200c\u200d]")
"""Joiners that scripts and emoji need."""

_SIGNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(pattern, re.IGNORECASE | re.DOTALL))
    for what, pattern in (
        (
            "it tells the reader to leave earlier instructions",
            (
                r"\b(?:ignore|disregard|forget|override|bypass|do not follow|don't follow|stop following)\b.{0,40}?"
                r"\b(?:previous|prior|above|earlier|preceding|all|any|your|the|system|existing)\b.{0,30}?"
                r"\b(?:instructions?|prompts?|rules?|guidelines?|directives?|context|messages?|constraints?|policy|policies)\b"
                r"|(?:忽略|无视|忘记|忘掉|不要理会|不要遵守|跳过|覆盖).{0,12}?(?:指令|指示|提示|规则|规定|要求|约束|设定|系统|上文|对话)"
            ),
        ),
        (
            "it gives the reader another role",
            (
                r"\b(?:you are now|from now on,? you|act as (?:an?|the|if)|pretend (?:to be|you are)"
                r"|your new (?:role|task|goal)"
                r"|new instructions?\s*:|you must (?:now|always|never) (?:obey|reply|respond|answer|output|say|comply))"
                r"|(?:你现在是|从现在(?:起|开始)[,，]?你|假装你是|(?:请|你要?)扮演|你的新(?:角色|任务|目标)|新的?指令\s*[::]|你必须(?:服从|听从|回复|输出))"
            ),
        ),
        (
            "it looks like a block of a chat",
            (
                r"<\|?\s*(?:im_start|im_end|system|assistant|endoftext|start_header_id)\b|\[/?(?:INST|SYS)\]|<</?SYS>>"
                r"|</?(?:system|assistant|developer|instructions?)(?:[ _-]?(?:prompt|message|reminder))?\s*>"
                r"|^\s{0,3}(?:#{1,6}\s*)?(?:system|assistant|developer)(?:\s+(?:prompt|message|note|override))?\s*[::]"
                r"|\n\s{0,3}(?:#{1,6}\s*)?(?:system|assistant|developer)(?:\s+(?:prompt|message|note|override))?\s*[::]"
                r"|[\"']role[\"']\s*:\s*[\"'](?:system|assistant|developer|tool)[\"']"
                r"|(?:^|\n)\s*(?:【|\[|#{1,6}\s*)?(?:系统|助手|开发者)(?:提示词?|消息|指令)?(?:】|\])?\s*[::]"
            ),
        ),
        (
            "it asks for a call of a tool",
            (
                r"<(?:tool_call|function_calls?|invoke|tool_use)\b|[\"'](?:tool_calls?|function_call|tool_use)[\"']\s*:"
                r"|\b(?:call|invoke|use|run) the \w+ (?:tool|function)\b|(?:调用|使用).{0,8}(?:工具|函数)"
            ),
        ),
        (
            "it asks to be kept from people, or for secrets",
            (
                r"\b(?:do not|don't|never) (?:tell|mention|reveal|inform|show|say)\b.{0,30}?"
                r"\b(?:user|human|operator|anyone|owner)\b"
                r"|\b(?:reveal|print|repeat|leak|output|show|send)\b.{0,30}?"
                r"\b(?:system prompt|your (?:instructions|prompt|rules)|api keys?|passwords?|credentials|secrets?)\b"
                r"|(?:不要|别|不得|切勿)(?:告诉|告知|提醒|透露给?)(?:用户|人类|任何人|主人)"
                r"|(?:泄露|输出|打印|重复|发送|透露).{0,12}?(?:系统提示|提示词|密钥|密码|凭证|指令)"
            ),
        ),
    )
)


def instruction_in(text: str) -> str | None:
    """Return what shows that a text speaks to a model, in one line; None if nothing does."""
    hidden = _HIDDEN.search(_JOINING.sub("", text))
    if hidden is not None:
        return f"it holds the hidden sign U+{ord(hidden[0]):04X}"
    folded = unicodedata.normalize("NFKC", _JOINING.sub("", text))
    return next((what for what, sign in _SIGNS if sign.search(folded)), None)
