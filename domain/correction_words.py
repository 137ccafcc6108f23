"""By which words a text says that something else holds now: labels, dismissals of a line, and words of change.

Closed lists of forms, in English and Chinese, from the conventions of errata, changelogs, forum posts and notices.
"""

import re

_I = re.IGNORECASE

_ASIDE = r"(?:\s*[(（\[][^)）\]\n]{1,30}[)）\]])?"
_DATE = (
    r"(?:\s*[(（]?\s*(?:\d{1,4}[-/.年月]\s?\d{1,2}(?:[-/.月]\s?\d{1,4})?日?|\w+ \d{1,2}(?:, \d{4})?"
    r"|\d{1,2}\.? \w+(?: \d{4})?|\d{4})\s*[)）]?)?"
)
_LABELS = (
    r"(?:(?:important|latest|small|quick|late|minor|policy|status)\s+)?"
    r"(?:updates?|updated|edit(?:ed)?|corrections?|corrected|corrigend(?:um|a)|errat(?:um|a)|amend(?:ment|ed)|"
    r"revis(?:ion|ed)|chang(?:e|ed|es)|fix(?:ed|up)?|supersed(?:ed|es)(?: by)?|replaced|retract(?:ion|ed)|obsolete|"
    r"outdated|deprecated|changed my mind|now|new|nowadays|upd|edit to add|rectification)"
    r"(?:\s+(?:on|as of|from|by|via|per|at|for|since|no\.?|#)\b[^:.,;!?\n]{0,25}(?=:)|\s*#?\d+(?=\s*:))?"
)
_LABELS_CHINESE = (
    r"(?:注意[，,:：]\s*)?(?:最新|重要|紧急|临时|二次|再次|内容|信息|说明|规则|政策|特此|现|补充)?"
    r"(?:[^\s，。：；、（）]{0,8}(?:变更|更正|调整|更改)(?=[:：])|编辑|更正|更新|修正|修订|勘误|订正"
    r"|纠正|改正|变更|变动|更改|修改|撤回|作废|纠错|更改通知|改动|调整|最新)"
    r"(?:说明|通知|公告|如下|一下|内容|信息|启事)?(?:[于在自][^，。：\s]{1,12}(?=[:：]))?"
)
_SURE = r"(?:corrections?|errat(?:um|a)|corrigend(?:um|a)|amendment|(?:更正|勘误|修正|纠正|订正)(?:一下)?)"
LABEL = re.compile(
    rf"(?:^|(?<=[.!?;。！？；\n|])|(?<=\s[-–—])|(?<=\s[-–—]\s))[\s\-–—*_>#~]*[\[(（【「{{]?\s*[*_]*"
    rf"(?:(?:{_LABELS}|{_LABELS_CHINESE}){_DATE}{_ASIDE}[*_]*\s*(?:[:：\]】」}}]|[)）]\s*[:：]?|\s[-–—]+\s"
    rf"|——|[-=]>|→)|{_SURE}\s*[,，])[*_]*",
    _I,
)
"""A label before what holds instead: `Update:`, `EDIT 2026-03-02:`, `(Correction)`, `【更正】`."""

_THE_LINE = (
    r"(?:the|this|that|these|those|my|our|what)?\s*"
    r"(?:(?:line|rule|statement|entry|note|sentence|claim|fact|information|info|point|item|bullet"
    r"|policy|value|number|text|"
    r"part|paragraph)s?\s+(?:above|before|i wrote|i said)|(?:above|previous|preceding|prior|earlier"
    r"|former|foregoing|old|"
    r"last)(?:\s+(?:line|rule|statement|entry|note|sentence|claim|fact|information|info|point|item"
    r"|bullet|policy|value|"
    r"number|text|part|paragraph|version|one)s?)?|is stated above|was said above|i (?:said"
    r"|wrote) (?:above|before|earlier))"
)
_WRONG = (
    r"(?:no longer|not (?:true|valid|correct|right|accurate|current|the case)|un(?:true|founded)|wrong|incorrect|"
    r"inaccurate|mistaken|false|invalid|void|out ?of ?date|out-of-date|outdated|obsolete|stale|superseded|overruled|"
    r"replaced|withdrawn|retracted|dropped|lifted|changed|cancell?ed|repealed|revoked|deprecated|retired|history|"
    r"does(?:n[o']t| not) (?:hold|apply)|do(?:n[o']t| not) (?:hold|apply))"
)
DISMISSAL = re.compile(
    rf"\b{_THE_LINE}\b[\w\s,']{{0,30}}?\b{_WRONG}"
    r"|\b(?:scratch|strike|ignore|disregard|forget|discard|cancel|delete|drop|skip) "
    rf"(?:that\b(?! \w+ (?:is|are|was)\b)|this\b(?= *[,.;:!—–-])|{_THE_LINE}\b)"
    r"|\b(?:this|that|it|which|the (?:above|same|statement|rule|line)) (?:is|was|are|has|had|'s)\b[\w\s]{0,12}?"
    r"\b(?:no longer|not) (?:true|valid|the case|so|correct|right|accurate|current|in force|in effect|up to date)\b"
    r"|\b(?:this|that|it)(?:'s| is| was| has been| has)\s+(?:now |since |been |already |all |just )*"
    r"(?:wrong|incorrect|outdated|out of date|obsolete|superseded|void|dropped|lifted|revoked|repealed"
    r"|history|changed"
    r"|a (?:mistake|typo)|mistaken)\b"
    r"|\b(?:this|that|it) (?:no longer|doesn't|does not) (?:holds?|appl(?:y|ies)|stands?|true"
    r"|works? (?:this|that) way)\b"
    r"|\b(?:that|this) (?:rule|line|policy|statement|arrangement|practice|limit|deadline|requirement|restriction)\b"
    rf"[\w\s]{{0,12}}?\b{_WRONG}"
    r"|\bno longer (?:true|valid|the case|accurate|correct|in force|in effect|current|up to date|so)\b(?! \w+s\b)"
    r"|\bnot (?:true|valid|the case|accurate|correct) any ?(?:more|longer)\b"
    r"|\b(?:i was wrong|my mistake|my bad|i misspoke|i stand corrected|on second thoughts?|i take that back)\b"
    r"|~~.+?~~"
    r"|(?:以上|上面|上述|上条|上一条|上一行|上一句|前述|前文|前面|此条|该条|本条|这条|那条|此规定"
    r"|该规定|这个规定|此前|之前|原先|先前|原来|"
    r"旧)[^，。；！]{0,8}?(?:作废|过时|有误|错误|错了|不对|不准|不准确|不实|失效|无效|已变|已改|变了"
    r"|改了|不再|废止|取消|不成立|不算数|过期|撤销)"
    r"|(?:说错|写错|搞错|弄错|记错)了|(?:忽略|无视|请忽略|划掉|删去)(?:以上|上面|上述|上一|前面|这条|此条)"
    r"|(?:此|该|这|本)(?:说法|规定|条|信息|内容|项)?(?:已)?(?:不再(?:成立|有效|适用|属实)|作废|失效|过时|不成立)",
    _I,
)
"""Says of the line itself that it does not hold: `scratch that`, `the line above is out of date`, `以上作废`."""

_STOPPED = (
    r"(?:cancell?ed|dropped|lifted|abolished|scrapped|revoked|repealed|retired|removed|withdrawn"
    r"|disabled|decommissioned|"
    r"phased out|shut down|closed|suspended|waived|ended|deprecated|discontinued|sunset)"
)
ENDED = re.compile(
    r"\b(?:no longer(?! than\b)|(?:not|cannot)(?=[\w\s,']{0,40}?\bany ?(?:more|longer)\b)"
    r"|\w+n't(?=[\w\s,']{0,40}?\bany ?(?:more|longer)\b)|any ?more\b|never again|nobody\b(?=.{0,40}\bany ?more\b)"
    rf"|ceased?(?: to)?|stopped|(?:has|have|had) (?:ended|stopped|ceased|expired|left|quit|resigned|been {_STOPPED})"
    rf"|(?:was|were|been|is|are|got) (?:now |since |just )?{_STOPPED}"
    r"|(?:dropped|abandoned|gave up|given up|discontinued|phased out|scrapped|abolished|retired)"
    r"|(?:left|resigned|quit)(?=\s*[,;.]| (?:the )?(?:company|team|us))|used to\b(?! (?:be )?\w+ing)"
    r"|formerly|not(?=[\w\s]{1,30}?\bbut\b)|without\b)"
    r"|不再(?!(?!是)[^，。；！]{0,8}的)|已不|不用再|无需再|无须再|不必再|再也不|已经不|已离职"
    r"|已(?:经)?(?:被)?(?:取消|停用|废除|废止|废弃|弃用|下线|关闭|终止|撤销|解除|停止|失效|作废|退出|退役|停产)"
    r"|(?:取消|停用|废止|下线|停止|解除)了|不需要(?=[^，。；]{0,10}了)|不用(?=[^，。；]{0,10}了)"
    r"|没有(?=[^，。；]{0,6}了)|不(?=(?:是|由|在|走)[^，。；]{1,12}了)|无需|不必",
    _I,
)
"""Says that something has ended."""
_WEAKLY_ENDED = re.compile(r"^(?:without|无需|不必)$", _I)

_BECAME = (
    r"(?:changed|moved|switched|migrated|renamed|replaced|relocated|raised|lowered|increased|decreased"
    r"|reduced|extended|"
    r"shortened|postponed|rescheduled|shifted|upgraded|downgraded|swapped|converted|reassigned"
    r"|superseded|handed over|"
    r"bumped|cut|doubled|halved|rebranded|overruled|transferred|delegated|rewritten|ported|rebuilt"
    r"|passed|brought forward|"
    r"pushed back|turned|promoted|adopted)"
)
CHANGED = re.compile(
    r"\b(?:(?:has|have|had|was|were|is|are|been|got|we|they|i|it|he|she|team|'ve|'s|since|just|recently)\s+"
    rf"(?:since |now |just |recently |meanwhile |been |all |already )*{_BECAME}"
    rf"|{_BECAME} (?:over )?(?:from|to)\b|took over|takes over|taken over|(?:handed|passed"
    rf"|turned)\b.{{1,40}}?\bover to|supersedes?|replaces\b|"
    r"(?:was|were) .{1,40}? (?:but|and) (?:is|are) now\b|instead of|in place of|rather than|instead(?=[.!]?\s*$))"
    r"|(?<=, )not\b(?=[\w\s.'-]{1,30}[.!]?\s*$)|(?<=[，,])不是(?=[^，。！]{1,12}[。！]?$)"
    r"|现改|改[为成由到在用从至叫期]|换[成为到用]|变[为成]|变更为|调整[为到]|调[到至]|更新为|更改为"
    r"|修改为|修订为|升级[到为]|升[到为]"
    r"|涨到|降[到为至]|提高[到至]|增至|增加到|减至|减少到|缩短[为到]|延长[至到]|延期|推迟[到至]|提前到"
    r"|迁移[到至]|迁[到至]|搬[到至]|移[到至]"
    r"|转[到为由]|移交|转交|交由|改名|更名|接手|接替|取代|替换为|替代|切换[为到至]|切[到至]|跳槽|而不是|而非|并非"
    r"|(?:已|已经|早已|早就|后来)(?:改|换|搬|迁|变|调|转)",
    _I,
)
"""Says that something became something else."""

NOWADAYS = re.compile(
    r"^\W*(?:the )?new\b|^\W*新的?(?=[^，。：]{1,8}[:：为是])|\b(?:now(?! and (?:then"
    r"|again)\b)(?! that\b)|as of (?!each|every|the time|its|any)\w+|from now on"
    r"|going forward|"
    r"from here on|henceforth|nowadays|these days|currently|at present|at the moment|as it stands|"
    r"(?:since|from|starting|beginning|effective|as from|with effect from|until further notice)(?: from| in| on)? "
    r"(?:(?:early|mid|late|last|next|this) )?(?:january|february|march|april|may|june|july|august|september|october|"
    r"november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|today|"
    r"tomorrow|yesterday|spring|summer|autumn|fall|winter|week|month|year|quarter|version|release|v?\d)|"
    r"actually|in fact|in reality|really|to be precise|turns out|it turned out|contrary to|instead\b(?! of being))"
    r"|现在(?!的)|如今|目前|现(?:由|在|为|已|是|用|行)|截至|截止|即日起|今后|今起|从今"
    r"|自?从?[\d一二三四五六七八九十]+(?:年|月|日|号|版|点)[^，。；]{0,6}起|"
    r"(?:自|从)[^，。；]{1,8}(?:起|开始|以后|之后)|(?:下|本|上)(?:周|月|季度|年)起|其实|实际上|事实上"
    r"|应为|应该是|应是|才对|才是|新的?(?:是|为)|变了|后来",
    _I,
)
"""Says that something is so now, from a time on, or against what was thought."""

ADDED = re.compile(
    r"\b(?:also|too|as well|additionally|in addition|besides|furthermore|moreover|likewise|another|plus)\b"
    r"|还(?!是)|也(?!不)|另外|此外|同时|另有|再加|以及",
    _I,
)
"""Says that something comes to what holds."""

PHRASES = re.compile(
    r"\b(?:now and (?:then|again)|every now and|right now\b|by now|until now|up to now|just now|for now\b(?=,)|"
    r"no longer than|not only|used to (?:be )?\w+ing)\b|不再(?!是)[^，。；！]{0,8}的|不再(?:超过|多于|长于|少于)",
    _I,
)
"""Phrases that hold a word of the lists and say nothing of a change."""
FRAGMENT = re.compile(
    r"^\W*(?:for|at|on|in|by|to|from|until|till|after|before|within|every|each|only|not|with|per|up to|around|about|"
    r"mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|daily|weekly|monthly"
    r"|yearly|never|always|\d[\d.,:]*|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"(?:\W+\w+){0,4}\W*$|^\W*(?:每|仅|只|至|在|由|不|第)?\s*[\d一二三四五六七八九十]\w{0,6}\W*$",
    _I,
)
"""A text that gives but what is put in the place of a part of the line."""
TURNING = re.compile(r"\b(?:to|from|by|in|into|with|in favou?r of|of|than|not)\b", _I)
"""What goes with a verb of change where it says what something became."""
CONDITIONS = re.compile(
    r"\b(?:if|when|whenever|once|unless|until|as soon as|in case|while|after|where|(?<=\w )that (?:is"
    r"|are)|which (?:is|are)|"
    r"who (?:is|are)|(?<=\w )that|which|who)\b[^,.;:!?]*?\b(?:no longer|any ?more|changed|moved|replaced"
    r"|renamed|now|cancelled|stopped)"
    r"\b[^,.;:!?]*|(?:如果|若|如|当|一旦|假如|只要|每当)[^，。；！]*|[^，。；！]{0,20}(?:(?<!过)时"
    r"|的时候|以前)(?=，)",
    _I,
)
"""Clauses that say when something is to be done."""
ANAPHORA = re.compile(
    r"^\W*(?:it|it's|that|that's|this|they|they're|he|she|those|these|the (?:new|right|correct"
    r"|actual) (?:one|value|answer))\b"
    r"|^\W*(?:它|他|她|这|那|应为|应是|应该是|正确|新的|现为|改为)",
    _I,
)
"""A text that speaks of what stands before it."""
QUOTED = re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]+'(?!\w)|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|《[^》\n]*》|`[^`\n]*`")
SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])\s*|\n+|\s+[-–—]{1,2}\s+|——")


def is_weakly_ended(word: str) -> bool:
    """Say whether a word denies something without saying that it was otherwise."""
    return _WEAKLY_ENDED.match(word) is not None
