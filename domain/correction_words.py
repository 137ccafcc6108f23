"""By which words a text says that something else holds now: labels, dismissals of a line, and words of change.

Closed lists of forms, in English and Chinese, from the conventions of errata, changelogs, forum posts and notices.
"""

import re

_I = re.IGNORECASE

_ASIDE = r"(?:\s*[(（\[][^)）\]\n]{1,30}[)）\]])?"
_DATE = (
    r"(?:,?\s*[(（]?\s*(?:\d{1,4}[-/.年月]\s?\d{1,2}(?:[-/.月]\s?\d{1,4})?日?|\w+ \d{1,2}(?:, \d{4})?"
    r"|\d{1,2}\.? \w+(?: \d{4})?|\d{4})\s*[)）]?)?"
)
_LABELS = (
    r"(?:(?:important|latest|small|quick|late|minor|policy|status)\s+)?"
    r"(?:updates?|updated|edit(?:ed)?|corrections?|corrected|corrigend(?:um|a)|errat(?:um|a)|amend(?:ment|ed)|"
    r"revis(?:ion|ed)|chang(?:e|ed|es)|fix(?:ed|up)?|supersed(?:ed|es)(?: by)?|replaced|retract(?:ion|ed)|obsolete|"
    r"outdated|deprecateddeprecated|changed my mind|"
    r"(?:new(?:er|est)?|latest|current|correct) (?:info|information|value|figure|state|news)|"
    r"now|new|nowadays|upd|edit to add|rectification)"
    r"(?:\s+(?:on|as of|from|by|via|per|at|for|since|no\.?|#|to|about|regarding"
    r"|concerning|re)\b[^:.,;!?\n]{0,50}(?=:)|\s*#?\d+(?=\s*:))?"
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

_NOUN = (
    r"(?:line|rule|statement|entry|note|sentence|claim|fact|info|information|point|item|bullet|policy|value|number"
    r"|text|part|paragraph|remark|comment|message|figure|instruction|version|one)s?"
)
_THE_LINE = (
    rf"(?:the|this|that|these|those|my|our|what)?\s*(?:{_NOUN}\s+(?:above|before|i wrote|i said)"
    rf"|(?:above|preceding|foregoing)(?:\s+{_NOUN})?"
    rf"|(?:previous|prior|earlier|former|old|original|last)\s+(?:{_NOUN}\b|(?=is\b|was\b|no longer\b))"
    r"|(?:is|was) (?:stated|said|written) (?:above|before|earlier)"
    r"|i(?:'ve| have)? (?:said|wrote|told you|noted) (?:above|before|earlier))"
)
_TOLD_ABOUT = (
    rf"(?:\b(?:the|that|this|my|our|any)\s+(?:\w+\s+)?{_NOUN}"
    r"\s+(?:about|on|that|regarding|concerning|saying|for|where)\b"
    r"|\bwhat (?:i|we|you|he|she|they)(?:'ve| have)? (?:said|wrote|told \w+|noted)"
    r"(?: (?:above|before|earlier|previously))? (?:about|on|regarding)\b)"
)
_WRONG = (
    r"(?:no longer|not (?:true|valid|correct|right|accurate|current|the case)|un(?:true|founded)|wrong|incorrect|"
    r"inaccurate|mistaken|false|invalid|void|out ?of ?date|out-of-date|outdated|obsolete|stale|superseded|overruled|"
    r"replaced|withdrawn|retracted|dropped|lifted|changed|cancell?ed|repealed|revoked|deprecated|retired|history|"
    r"does(?:n[o']t| not) (?:hold|apply)|do(?:n[o']t| not) (?:hold|apply))"
)
_STRIKE = (
    r"(?:scratch|scrap|scrub|strike|cross out|strike out|ignore|disregard|forget|discard|cancel|delete|drop|skip"
    r"|never ?mind|take back)"
)
_LONG_AGO = (
    r"(?:last (?:year|month|week|quarter|season|spring|summer|autumn|fall|winter)|back then|in the past|years? ago"
    r"|(?:a|an|some|many|\w+) (?:years?|months?|weeks?|days?|while) ago|yesterday|before (?:the|we|our)\b"
    r"|until (?!further)\w+|the (?:old|previous|former) \w+|(?:back )?in (?:\d{4}|spring|summer|autumn|winter))"
)
_SPOKEN_CHINESE = (
    r"(?:说法|说的|写的|记的|记录|规定|规则|信息|内容|那条|这条|一条|一行|一句|条目|描述|版本|安排|约定|消息|备注)"
)
_WRONG_CHINESE = (
    r"(?:作废|过时|有误|错误|错了|是错的|不对|不准|不准确|不实|失效|无效|已变|已改|变了|改了|不再|废止|取消|不成立"
    r"|不算数|过期|撤销)"
)
_DROPPING = r"^\W*(?:forget|scrap|never ?mind) (?!that\b|this\b)[\w .-]{1,40}[,;:—]"
DISMISSAL = re.compile(
    rf"\b{_THE_LINE}\b[\w\s,']{{0,30}}?\b{_WRONG}"
    rf"|{_TOLD_ABOUT}[^.;:!?\n]{{1,80}}?\b(?:is|was|are|were|has been|have been)\s+(?:\w+\s+)?{_WRONG}"
    rf"|\b{_STRIKE} (?:that\b(?! (?:\w+ (?:is|are|was)|only|if|when|unless|for|in|on|at)\b)"
    rf"|this\b(?= *[,.;:!—–-])|{_THE_LINE}\b|(?={_TOLD_ABOUT}))"
    r"|\b(?:this|that|it|which|the (?:above|same|statement|rule|line)) (?:is|was|are|has|had|'s)\b[\w\s]{0,12}?"
    r"\b(?:no longer|not) (?:true|valid|the case|so|correct|right|accurate|current|in force|in effect|up to date)\b"
    r"|\b(?:this|that|it)(?:'s| is| was| has been| has)\s+(?:now |since |been |already |all |just )*"
    r"(?:wrong|incorrect|outdated|out of date|obsolete|superseded|void|dropped|lifted|revoked|repealed"
    r"|history|changed|old news"
    r"|a (?:mistake|typo)|mistaken)\b"
    rf"|\b(?:but|though|although|^\W*)\s*(?:that|this|it|those)(?:'s| was| were)\s+(?:all |only |just )*{_LONG_AGO}"
    r"|\b(?:this|that|it) (?:no longer|doesn't|does not) (?:holds?|appl(?:y|ies)|stands?|true"
    r"|works? (?:this|that) way)\b"
    r"|\b(?:that|this) (?:rule|line|policy|statement|arrangement|practice|limit|deadline|requirement|restriction)\b"
    rf"[\w\s]{{0,12}}?\b{_WRONG}"
    rf"|\b(?:that|this) {_NOUN} (?:is|was) (?:now |already |very )?(?:{_WRONG}|old)\b"
    r"|\b(?:this|that)(?: has)? changed\b"
    rf"|\b(?:contrary to|unlike) {_THE_LINE}"
    r"|\bwas (?:true|so|the case|right|valid|correct) (?:only )?(?:until|before|up to|till|back)\b"
    r"|\bno longer (?:true|valid|the case|accurate|correct|in force|in effect|current|up to date|so)\b(?! \w+s\b)"
    r"|\bnot (?:true|valid|the case|accurate|correct) any ?(?:more|longer)\b"
    r"|\b(?:i was wrong|my mistake|my bad|i misspoke|i stand corrected|on second thoughts?|i take that back)\b"
    rf"|{_DROPPING}"
    r"|~~.+?~~"
    rf"|(?:以上|上面|上述|上条|上一条|上一行|上一句|前述|前文|前面|此条|该条|本条|这条|那条|此规定|该规定|这个规定)"
    rf"[^，。；！]{{0,8}}?{_WRONG_CHINESE}"
    rf"|(?:此前|之前|原先|先前|原来|以前|旧|刚才|早先)[^，。；！]{{0,6}}?{_SPOKEN_CHINESE}[^，。；！]{{0,16}}?{_WRONG_CHINESE}"
    r"|(?:说错|写错|搞错|弄错|记错|填错|抄错|打错)了|(?:口误|笔误)(?=[，,。：:！])|(?:忽略|无视|请忽略|划掉|删去)(?:掉)?"
    r"(?:以上|上面|上述|上一|前面|这条|此条|之前|先前|此前)"
    r"|(?:此|该|这|本)(?:说法|规定|条|信息|内容|项)?(?:已)?(?:不再(?:成立|有效|适用|属实)|作废|失效|过时|不成立)"
    r"|(?:^\W*|(?<=[，。；！\n]))(?:但|不过|可)?(?:那|这|以上)(?:都|已经|早)?(?:已)?是(?:去年|前年|以前|之前|过去|从前|当年|当时"
    r"|早先|上个?(?:月|周|季度|学期)|几年前|很久以前|老|旧)[^，。；]{0,4}(?:事|情况|说法|做法|规定|信息|版本|消息|安排|了)"
    r"|(?:与|和|跟)(?:上|前|之前|此前|原来)[^，。；]{0,6}不同|(?:之前|以前)(?:才|都)?是(?:这样|如此)"
    r"|(?:这个|那个|此|该)(?:数字|数值|地址|号码|日期|时间|值|名字)(?:已经?|早已|早就)?(?:是旧的|过时|不对|有误|变了|改了)"
    r"|的(?:说法|规定|做法|安排)(?:已经?|早已|早就)?(?:作废|失效|过时|不对|有误|不再)",
    _I,
)
"""Says of the line itself that it does not hold: `scratch that`, `the line above is out of date`, `以上作废`."""
NAMED = re.compile(
    r"^\W*(?:forget|scrap|never ?mind) (?P<it>(?!that\b|this\b|the (?:above|line))[\w .-]{1,40})[,;:—]|"
    rf"{_TOLD_ABOUT}\s*(?P<what>[^,.;:!?—\n]{{2,80}}?)(?=\s*(?:[,.;:!?—\n]|$|\b(?:is|was|are|were|has|have)\b"
    rf"\s+(?:\w+\s+)?{_WRONG}))"
    rf"|(?:关于|说的|写的|记的)(?P<its>[^，。；！\n]{{2,20}}?)(?=的?{_SPOKEN_CHINESE}|{_WRONG_CHINESE}|[，。；！\n])",
    _I,
)
"""What the line is about that a dismissal speaks of: it may be none of those that stand."""

_TAKEN_BACK = (
    r"(?:(?:wrong|incorrect|mistaken|inaccurate|untrue|false|obsolete|outdated|out of date|superseded|deprecated|void"
    r"|invalid|stale|overruled|not (?:true|so|right|correct|any ?more)|old|historical|past|gone)"
    r"(?=\s*(?:[,.;:!\])—–-]|since\b|as of\b|now\b|by\b)\W*\w)"
    r"|(?:no|nope|oops|wait|sorry|pardon|hm+|err?)(?=\s*[,.!:—–-]))"
)
_TAKEN_BACK_CHINESE = (
    r"(?:不对|有误|错了|是错的|写错|记错|说错|不准|过时|失效|作废|过期|不实|不是(?=[，,])"
    r"|(?:划掉|删掉|收回|撤回)(?=[，,：:。]))"
)
RETORT = re.compile(
    r"^\W*(?:(?:but|and|however|although|though|well)\b,?\s*)?"
    r"(?:(?:that|this|it|which)(?:'s| is| was| has been| were)\s+)?"
    rf"(?:(?:now|since|long|already|all|plain|just|simply|meanwhile|apparently)\s+)*{_TAKEN_BACK}"
    rf"|^\W*(?:但|不过|可)?(?:这|那|此条|该条|本条)?(?:已经?|早已|早就|现已|都|其实)?{_TAKEN_BACK_CHINESE}",
    _I,
)
"""How a text goes on that takes back what it has said: `wrong,`, `(obsolete, now weekly)`, `有误，`, `不对，`."""
TAKEN_BACK = re.compile(rf"\b{_TAKEN_BACK}|{_TAKEN_BACK_CHINESE}|[-=]>|[→⇒➜⟶]", _I)
"""The words and arrows of these."""
LEFT = re.compile(
    r"^(?:stepped down|moved on|has left|left|resigned|quit|retired"
    r"|已?经?(?:卸任|离任|调走|离职|退休|辞职|调岗|转岗|换人))",
    _I,
)
"""Says that somebody has left, so that whatever is said to be done by them is not."""
NEUTRAL = re.compile(
    r"^\W*(?:heads[- ]?up|fyi|nb|n\.b\.|p\.?s\.?|note|reminder|please note(?: that)?"
    r"|提醒|注|备注|注意|说明|补充)\s*[:：,，]\s*",
    _I,
)
"""A label that says nothing of a change."""
ARROW = re.compile(r"^\s*(?:[-=]+>|→|⇒|➜|⟶)\s*")
"""An arrow from the old to the new."""
EXCEPTION = re.compile(
    r"^\W*(?:but |only |except )?(?:on|during|over|at|in|for) (?:the |all |public |school |bank )*"
    r"(?P<when>(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends?|holidays?|summers?|winters?|vacations?|emergenc\w+"
    r"|(?:exceptional|urgent|special|rare) cases)\b(?! onwards?| on\b)"
    r"|^\W*(?:每?(?:周|星期)[一二三四五六日天末]|节假日|假期|寒假|暑假|夏季|冬季|夏天|冬天|紧急情况|特殊情况|急诊)"
    r"(?!起|开始|以后)[^，。；]{0,6}?(?=改|则|换|提前|推迟)",
    _I,
)
"""Says when it is otherwise: what stands holds at all other times."""
BOUND = re.compile(
    r"^\W*(?:if|unless|in case|whenever)\b[^,.;:!?]*,|^\W*(?:如果|假如|一旦|只要|每当|遇到)[^，。；！]*，"
    r"|^\W*[^，。；！]{1,12}(?<![过小及同当暂临按准定实平])时(?=，|[改则请应要可就]|直接)",
    _I,
)
"""Begins with a condition, on which alone it is otherwise."""

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
    r"|formerly|not(?=[\w\s]{1,30}?\bbut\b)|without\b|previously|originally|(?:we|they)(?:'ve| have)? left"
    r"|(?:is|was|are|were)\s+(?:now |simply |actually |all |long )*(?:wrong|incorrect|mistaken|inaccurate|outdated"
    r"|obsolete|out of date|superseded|void|history|gone)\b|no more\b(?! than\b)|stepped down|moved on)"
    r"|有误|是错的|不准确|不对(?=[，。；！]|$)|停了|早已不|早就不|不再(?!(?!是)[^，。；！]{0,8}的)|已不|不用再|无需再|无须再|不必再|再也不|已经不|已离职"
    r"|已(?:经)?(?:被)?(?:取消|停用|废除|废止|废弃|弃用|下线|关闭|终止|撤销|解除|停止|失效|作废|退出|退役|停产|卸任|离任|调走|退休|辞职|转岗|换人)(?!的)"
    r"|(?:取消|停用|废止|下线|停止|解除)了|不需要(?=[^，。；]{0,10}了)|不用(?=[^，。；]{0,10}了)"
    r"|没有(?=[^，。；]{0,6}了)|不(?=(?:是|由|在|走)[^，。；]{1,12}了)|(?<![差来对能会要])不(?=[^，。；！见错好]{1,4}了(?:[，。；！]|$))"
    r"|不(?=(?:是|叫|在|住|用|由|走|归|向)[^，。；！]{1,12}[，,]\s*[而都只]?(?:是|叫|在|住|用|由|走|归|向))"
    r"|别再|不要再|原(?:来|先|本)(?=[^。；！]{1,30}(?:现|改|如今))"
    r"|(?:以前|此前|之前|过去)(?=[^。；！]{1,30}(?:现在|现已|改为|如今|目前))|不再(?=是)|无需|不必",
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
    r"|passed|brought forward|pushed(?: back| out)?|become|turned (?:up|down)|"
    r"pushed back|turned|promoted|adopted)"
)
CHANGED = re.compile(
    r"\b(?:(?:has|have|had|was|were|is|are|been|got|we|they|i|it|he|she|team|'ve|'s|since|just|recently)\s+"
    rf"(?:since |now |just |recently |meanwhile |been |all |already )*{_BECAME}"
    rf"|{_BECAME} (?:over )?(?:from|to)\b|became|took over|takes over|taken over|(?:handed|passed"
    rf"|turned)\b.{{1,40}}?\bover to|supersedes?\b|replaces\b|"
    r"(?:was|were) .{1,40}? (?:but|and) (?:is|are) now\b|instead of|in place of|rather than|instead(?=[.!]?\s*$))"
    r"|[(（\[]\s*(?:was|were|previously|formerly|before|not|up from|down from)\b|\b(?:up|down) from\b"
    r"|[(（]\s*(?:原|之前|以前|旧|先前|此前)(?:来|先)?[为是]?(?=[^）)]{1,12}[）)])"
    r"|(?<=\w )(?:[-=]>|→)(?=\s*\w)|(?<=\w)→(?=\w)"
    r"|调[低高]到|(?:削减|缩减|压缩|扩大|扩展|上调|下调|增加|减少|提升)[到至为]|改(?=\s*[\dA-Za-z一二三四五六七八九十])(?!一下)|(?:推迟|提前|延后|顺延)(?=[^，。；]{1,8}[，,][为到至])"
    r"|(?<=, )not\b(?=[\w\s.'-]{1,30}[.!]?\s*$)|(?<=[，,])不是(?=[^，。！]{1,12}[。！]?$)"
    r"|现改|改[为成由到在用从至叫期放骑坐走乘住发送寄交开收喝吃学]|已经?\s*[A-Za-z]+\s*(?:到|为|成|至|给)|换[成为到用]|变[为成]|变更为|调整[为到]|调[到至]|更新为|更改为"
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
    r"effective immediately|since (?:the|our)\b"
    r"|(?:since|effective|as from|with effect from) (?:\d{1,2}(?:st|nd|rd|th)?|20\d\d)\b"
    r"|(?:that|it|this) should (?:read|say|be)\b|should have (?:been|said|read)|i meant\b|make that\b"
    r"|or rather\b|typo\b"
    r"|actually|in fact|in reality|really|to be precise|turns out|it turned out|contrary to|instead\b(?! of being))"
    r"|现在(?!的)|如今|目前|当前|现阶段|眼下|以后(?=[由用在改归])|(?<=[^，。；])之后(?=都|就|改|均)|现(?:由|在|为|已|是|用|行|向|归|住|叫|需)|截至|截止|即日起|今后|今起|从今"
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
ONWARD = re.compile(
    r"\b(?:to|into|by|with|over|instead|in favou?r of|any ?more|any longer|no longer|not|stopped|ended"
    r"|ceased|gone|left)\b|\bbeen\b|[;,]",
    _I,
)
"""What goes with it where a text goes on to say so of what stands before it."""
HAPPENS = re.compile(r"^(?:is|are) (?!now|since|just|all|already|no)\w+ (?!to\b|from\b|of\b)", _I)
"""Says what is done again and again: `are replaced by the LRU policy`."""
TIMES = re.compile(
    r"[从自今去前明当上下年月日号份周起后已经现在早就都我们他她它的又被则初底中旬季度春夏秋冬天个这那条项此该由]"
    r"|\b(?:in|since|from|until|on|by|we|they|it|he|she|this|that|has|have|was|were|been|is|are|got|the|our|last|early|late"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul"
    r"|aug|sept?|oct|nov|dec|year|month|week|spring|summer|autumn|fall|winter|but|and|though|later|then|meanwhile)\b",
    _I,
)
"""What may stand before a sign and is no subject: times, and what stands for the subject."""
RESULT = re.compile(
    r"\b(?:to|into|by|with)\s+(?P<what>[^,.;()]{1,40}?)(?=\s+(?:in|since|because|from|at|on|as|after|for)\b|\s*[,.;()]|\s*$)"
    r"|[到为成至](?P<its>[^，。；！了（）]{1,15})",
    _I,
)
"""What something became."""
TAKEOVER = re.compile(r"^(?:took over|has taken over|takes over|taken over|接手|接替|[^，。；]{0,12}接手)", _I)
TURNING = re.compile(r"\b(?:to|from|by|in|into|with|in favou?r of|of|than|not)\b", _I)
"""What goes with a verb of change where it says what something became."""
CONDITIONS = re.compile(
    r"\b(?:if|unless|in case)\b[^,.;:!?]*"
    r"|\b(?:when|whenever|once|as soon as|where)\b[^,.;:!?]*?\b(?:wrong|incorrect|mistaken|outdated"
    r"|obsolete|out of date|deprecated|superseded)\b[^,.;:!?]*"
    r"|\b(?:if|when|whenever|once|unless|until|as soon as|in case|while|after|where|(?<=\w )that (?:is"
    r"|are)|which (?:is|are)|"
    r"who (?:is|are)|(?<=\w )that|which|who)\b[^,.;:!?]*?\b(?:no longer|any ?more|changed|moved|replaced"
    r"|renamed|now|cancelled|stopped)"
    r"\b[^,.;:!?]*|(?:如果|若(?!干)|如(?![今下上此])|当(?![前时初年下然月天值])|一旦|假如|只要|每当)[^，。；！]*|[^，。；！]{0,20}(?:(?<![过小及同当暂临按准定实平])时"
    r"(?=，|[改则请应要可就]|直接)|(?:的时候|以前)(?=，))",
    _I,
)
"""Clauses that say when something is to be done."""
ANAPHORA = re.compile(
    r"^\W*(?:\w+ )?(?:it|they|he|she)\b"
    r"|^\W*(?:it's|that|that's|this|they|they're|he|she|those|these|the (?:new|right|correct"
    r"|actual) (?:one|value|answer))\b"
    r"|^\W*(?:它|他|她|这|那|应为|应是|应该是|正确|新的|现为|改为)",
    _I,
)
"""A text that speaks of what stands before it."""
WEEKDAYS = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|holiday|(?:周|星期)[一二三四五六日天末]|节假日", _I
)
"""The times at which a line may say that something is so."""
QUOTED = re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]+'(?!\w)|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|《[^》\n]*》|`[^`\n]*`")
SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])\s*|\n+|\s+[-–—]{1,2}\s+|——")


CONTRAST = re.compile(
    r"^[(（\[]?\s*(?:(?:instead of|rather than|in place of|not|was|were|previously|formerly|before|(?:up|down) from)\b"
    r"|而不是|而非|不是|不(?:叫|在|住|由|用|归|走)|(?:原|之前|以前|旧|先前|此前)(?:来|先)?[为是]?)"
    r"\s*:?\s*(?P<old>[^,.;:!?()，。；！（）]{1,40})",
    _I,
)
"""Says what it is not, where something else is."""


def is_weakly_ended(word: str) -> bool:
    """Say whether a word denies something without saying that it was otherwise."""
    return _WEAKLY_ENDED.match(word) is not None
