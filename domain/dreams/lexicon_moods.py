"""The closed lists of what turns a statement into another one: tense, modality, frequency, conditions, contraries.

A mood is a kind and which of the kind it is, such as `modal:must`. English words are kept as they are written in small
letters, contraries and actors as `stem_of` leaves them. Negations of other languages stand beside the English ones.
"""

import re

from .lexicon import groups_in, stem_of, words_in


def _moods(lines: str) -> dict[str, str]:
    """Return words, each with its mood: the first of a group is the mood."""
    return {word: mood for mood, *words in groups_in(lines) for word in words}


MOODS = _moods(
    """
    tense:past was were did had, tense:habit did_once, tense:future will, modal:would would, modal:should should ought
    , modal:must must, modal:shall shall, modal:may may, modal:might might, modal:could could, modal:can can
    , modal:let let lets
    , modal:maybe perhaps maybe possibly probably likely apparently seemingly seem seems seemed appear appears
    , often:always always consistently invariably constantly
    , often:usually usually generally normally typically mostly, often:often often frequently repeatedly regularly
    , often:sometimes sometimes occasionally, now:now now currently nowadays, now:already already, scope:some some
    , scope:few few, scope:many many, scope:half half, scope:nearly nearly almost, then:then then afterwards
    , narrow: just merely alone purely strictly, or: or either, when:when when whenever, when:while while, wh:who
    who whom whose, wh:what what, wh:why why
    , wh:how how, wh:where where wherever
    """
)
"""What is said of the whole statement."""
MOODS_BEFORE = _moods(
    "if:if if provided, if:unless unless, only: only solely exclusively, more: more, less: less fewer"
)
"""What belongs to the word that follows."""
QUOTING = frozenset(
    words_in("say says said tell tells told claim claims claimed think thinks thought believe believes")
)
"""Verbs before which stands who said what follows."""
SHORTENED = {"ll": "tense:future", "d": "modal:would"}
CONTRACTED = re.compile(
    r"(is|are|was|were|has|have|had|do|does|did|would|should|could|might|need|must|wo|ca|sha|ai)n'?t|(can)not"
)
"""Forms with `not` in them, with and without the apostrophe."""
CONTRACTED_FROM = {"wo": "will", "ca": "can", "sha": "shall"}

PHRASES: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (hint, re.compile(pattern, re.IGNORECASE), put)
    for hint, pattern, put in (
        ("used to", r"\bused to\b", " did_once "),
        ("going to", r"\b(?:am|is|are|'m|'re|'s) going to\b", " will "),
        (" to ", r"\b(?:have|has|got) to\b", " must "),
        ("every", r"\bevery (?:other|second)\b", " every 2 "),
        ("each", r"\beach (?:other|second)\b(?= (?:day|week|month|year))", " every 2 "),
        ("a ", r"\ba (?:few|little|bit)\b", " some "),
        (" up", r"\b(?:give|gives|gave|given|giving) up\b", " not "),
        ("as long as", r"\bas long as\b", " if "),
        ("in case", r"\bin case\b", " if "),
        ("according to", r"\baccording to (\w+)", r"\1 said "),
        ("nothing ", r"\bnothing (?:but|except|other than)\b", " only "),
        ("by no means", r"\bby no means\b", " not "),
    )
)
"""Phrases that mean something else than their words, as in `lexicon.PHRASES`."""

ASKING = re.compile(
    r"(?:^|[.!;\n]\s{0,8})(?:(?i:who|what|why|how|which|whose|where)\b"
    r"|(?i:does|did)\b(?!\s+not\b)"
    r"|(?i:when)\s+(?i:to|do|does|did|is|are|was|were|will|would|can|could|should|may)\b"
    r"|(?i:is|are|was|were|do|has|have|can|could|will|would|should|shall|may|must)\s+"
    r"(?:(?i:i|you|he|she|it|we|they|the|this|that|these|those|there|my|your|our|his|her|their|any|all|user|users|\d+)\b"
    r"|[A-Z][a-z]))"
    r"|(?:^|[，。；！\n])\s{0,8}(?:谁|为什么|为何|怎么|怎样|如何|什么时候|何时|哪|什么|几时)"
)
"""How a question begins that may do without its mark."""

CONTRARIES = frozenset(
    stem_of(word)
    for word in words_in(
        """
        stop quit cease abandon drop ban refuse reject cancel forbid prohibit fail harm harmful useless wrong annoy
        annoying annoys complain deny disable oppose hurt hurts hurting bad worse worst discontinue decline lack
        hard difficult impossible unable pointless worthless terrible awful unacceptable disagree discourage
        ruin irritate bother resent unwanted obsolete deprecate retire remove revoke
        hasst verabscheut vermeidet déteste détestent évite odia evita
        """
    )
)
"""Words with which the contrary is said of what stands with them."""
ACTORS = frozenset(
    stem_of(word)
    for word in words_in(
        """
        wife husband mother father mom dad mum son daughter brother sister parent parents child kid grandmother
        grandfather uncle aunt cousin boss manager colleague coworker friend partner neighbour neighbor guest assistant
        secretary ceo cto cfo chief director spouse girlfriend boyfriend family doctor nurse teacher lawyer intern
        frau mann mutter vater femme mari mère père esposa marido madre padre
        """
    )
)
"""People beside the one of whom is spoken."""
HOMOGRAPHS = frozenset(words_in("us it who will polish turkey go china java apple swift rust mark bill rose am or"))
"""Words that, written large within a sentence, name something else."""
GROWING = re.compile(r"\b(?:longer|larger|bigger|lengthier|wordier|more detail)|更长|更多|更大|更详细|长一些|长一点")
TOO_MUCH = re.compile(r"\btoo (?!\w+ for )\w+|太[长短多少大小快慢早晚高低]|过[长短多少大小快慢早晚高低]")
FORBIDDING = re.compile(r"(?:please )?(?:do not|don't|never|stop|avoid)\b|请?(?:不要|别|勿|请勿|禁止|停止|切勿)")

FOREIGN_NEGATIONS = frozenset(
    words_in(
        """
        nicht kein keine keinen keinem keiner keines nie niemals ohne nein weder
        ne pas jamais sans non aucun aucune rien guère nunca jamás sin ningún ninguna ninguno nada tampoco
        não nem sem nenhum nenhuma mai senza nessun nessuno niente niet geen nooit zonder
        не нет никогда без ни нельзя nie nigdy bez inte aldrig ingen ikke 안 못 aldri uten ej değil
        yok hiç
        """
    )
)
FOREIGN_DENIED = re.compile("ない|ません|なかった|ぬ$|ずに|嫌い|않|못하|없|싫|아니")
"""How Japanese and Korean deny within a word."""
FOREIGN_ASKED = re.compile("ますか$|ですか$|까$")
ELIDED = re.compile(r"(?:(?:[cdjlmnst]|qu|dell|all|nell|un)'){1,2}(?=[^\W\d_])")
"""French and Italian words that lean on the next one."""

MOODS_CHINESE = _moods(
    """
    asks: 吗 么 呢 是不是 是否 能不能 有没有 要不要 会不会 好不好 可不可以 对不对 行不行 是吗
    , tense:habit 曾经 曾 过去 从前, now:already 已经 已, now:now 现在 目前 如今 当前 正在, now:just 刚刚 刚
    , tense:future 将 将会 即将 将要, modal:will 会 就会, modal:should 应该 应当 应, modal:must 必须 务必
    , modal:can 可以 可 能够 能, modal:maybe 可能 也许 或许 似乎 好像 大概会 恐怕
    , often:always 总是 总 一直 始终 每次 向来 一律, often:usually 通常 一般 往往
    , often:often 经常 常常 常 反复 屡次 不断, often:sometimes 有时 有时候 偶尔, then:first 先 首先
    , then:then 然后 接着 随后, passive: 被, or: 或 或者 抑或, scope:some 有些 有的 部分 少数
    , narrow: 才 方才, scope:most 多数 大多 大多数 大部分 几乎, when:when 时 时候 的时候 之时 当
    """
)
MOODS_BEFORE_CHINESE = _moods(
    "if:if 若 如果 假如 要是 只要 倘若 万一, if:unless 除非, only: 只 只有 仅 仅仅 只能 唯独 光是"
)
CONTRARIES_CHINESE = frozenset(
    words_in(
        """
        停止 停用 停掉 终止 中止 戒 戒掉 戒烟 戒酒 放弃 取消 失败 有害 错误 反对 抱怨 投诉 烦 废弃 弃用 废除 撤销 头疼
        头痛 疼 糟糕 困难 难以 很难 伤害 损害 否认 忽略 忽视 拒收 撤回 白费 无效
        """
    )
)
ACTORS_CHINESE = frozenset(
    words_in(
        """
        妻子 丈夫 老婆 老公 妈妈 母亲 爸爸 父亲 儿子 女儿 哥哥 姐姐 弟弟 妹妹 父母 孩子 朋友 同事 老板 经理 助理 秘书
        奶奶 爷爷 邻居 客人 上司 领导 医生 老师 律师 男友 女友 家人
        """
    )
)
PERSONS_CHINESE = {
    **dict.fromkeys(words_in("我"), "person:i"),
    **dict.fromkeys(words_in("我们 咱们"), "person:we"),
    **dict.fromkeys(words_in("你 您 妳 你们"), "person:you"),
    **dict.fromkeys(words_in("他"), "person:he"),
    **dict.fromkeys(words_in("她"), "person:she"),
    **dict.fromkeys(words_in("他们 她们"), "person:they"),
}

CURRENCIES = {
    word: f"currency:{group[0]}"
    for group in groups_in(
        """
        usd $ dollar dollars 美元 美金, eur € euro euros 欧元, gbp £ 英镑, ¥ ￥, cny rmb yuan 元 块 人民币, jpy yen
        日元 , inr ₹ rupee rupees 卢比, rub ₽ 卢布, krw ₩ 韩元, hkd 港元 港币, chf 瑞郎, btc ₿ 比特币
        """
    )
    for word in group
}
UNITS = frozenset(
    words_in(
        """
        b kb mb gb tb kib mib gib kbit mbit gbit s ms us ns h d m mm cm km g kg mg lb lbs oz l ml cl w kw mw v kv a ma
        hz khz mhz ghz ft yd px pt em rem
        """
    )
)
"""Units that large and small letters tell apart, in small letters."""
UNITS_CHINESE = {
    unit: group[0]
    for group in groups_in(
        "公斤 千克, 斤, 克, 吨, 公里 千米, 里, 米, 厘米, 毫米, 升, 毫升, 度, 元 块, 角, 毛, 亩, 寸, 尺, 英里, 英寸, 磅"
    )
    for unit in group
}
"""The same of Chinese: behind a number alone."""
