"""Words that stand in nearly every text and so tell none apart: they are no terms.

They are classes of words, each written down whole and for both languages, and not counted in anybody's texts: what a
grammar calls closed (articles, pronouns, prepositions, conjunctions, auxiliaries, particles, interjections), and the
adverbs of degree and frequency and the verbs without a meaning of their own that come near to that. A word that is a
name or a thing as well (go, may, will, well, 家, 光) is a term, however often it is not meant so.
"""

_ENGLISH_CLOSED = """
a an the this that these those such
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves one ones one's oneself
what which who whom whose when where why how whoever whatever whichever whenever wherever
am is are was were be been being have has had having do does did doing done
would shall should can could might must ought need
and but or nor so yet if because as until while although though unless whereas whether than then
of at by for with about against between into through during before after above below to from up down in out on off over
under onto upon within without toward towards per via
again further once here there all any both each few more most other some no not own same too very just also
someone somebody something somewhere somehow sometime anyone anybody anything anywhere anyway
everyone everybody everything everywhere nobody nothing nowhere none
another others either neither every many much several lot lots bit else
"""
_ENGLISH_SHORT = """
i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll
she'll it'll we'll they'll isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't
shouldn't can't cannot couldn't mustn't mightn't needn't let's that's who's what's here's there's when's where's why's
how's ain't
im youre hes shes theyre ive youve weve theyve isnt arent wasnt werent hasnt havent hadnt doesnt dont didnt wont wouldnt
shouldnt cant couldnt mustnt thats whos whats heres theres hows
"""
_ENGLISH_NEARLY_CLOSED = """
really quite rather almost nearly even still already always never often sometimes usually ever maybe perhaps probably
actually especially simply enough soon later now around away back together along however therefore thus hence
otherwise instead besides moreover meanwhile
oh ah wow hey hi hello yes yeah yep ok okay please thanks thank sure hmm um uh haha lol bye gosh
get gets got gotten getting goes went gone going make makes made making take takes took taken taking
come comes came coming give gives gave given giving put puts putting let lets keep keeps kept keeping
seem seems seemed become becomes became
"""

_CHINESE_CLOSED = """
的 地 得 了 着 过 吗 呢 吧 啊 呀 嘛 哦 啦 么 呗 之 所 者
我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 自己 大家 人家 别人 他人 彼此 双方
这 那 哪 这个 那个 哪个 这些 那些 哪些 这里 那里 哪里 这儿 那儿 哪儿 这样 那样 这么 那么 这时 那时 此 该 其 某 每 各 本
什么 怎么 怎样 怎么样 如何 为什么 为何 谁 几 多少 何
有人 有些 有的 有点 一切 所有 任何 任何人 许多 很多 不少 多 少 全 全部 整个 另 另外 其他 其它 其中 每个 每天 各种 各个
是 有 在 被 把 让 给 对 对于 关于 从 由 自 向 往 到 于 以 为 为了 因 因为 由于 按 按照 根据 当 跟 和 与 同 及
以及 或 或者 还是 而 而且 并 并且 但 但是 可是 不过 然而 却 虽然 尽管 如果 若 要是 只要 只有 除非 无论 不管 即使 即 便
既 既然 所以 因此 于是 则 此外 同时 例如 比如 甚至
会 将 能 能够 可以 可能 应该 应当 必须 要 想 没 没有 不 不是 别 未
一个 一种 一些 一下 一点 一 二 两 三 第一 个 些 种 位 次 等 等等
上 下 中 里 内 外 前 后 时 时候 以上 以下 以内 以外 之间 其间
嗯 哎 唉 哈 哈哈 嗨 喂 哇 诶
"""
_CHINESE_NEARLY_CLOSED = """
就 才 都 也 还 又 再 很 太 更 更加 最 挺 蛮 真 真的 真是 非常 十分 比较 特别 尤其 相当 极 极其 越 越来越 稍 稍微
几乎 差不多 仅 仅仅 只 只是 已 已经 曾 曾经 正 正在 刚 刚刚 刚才 马上 立刻 现在 当时 以后 之后 以前 之前 然后 接着 后来
最后 终于 总 总是 一直 一起 一边 经常 常 常常 往往 有时 有时候 偶尔 从来 从未 永远 仍 仍然 依然
也许 大概 或许 确实 其实 实在 究竟 到底 反正 倒 竟 竟然 居然 果然
来 去 做 做出 进行 弄 搞 拿 放 出 出来 起来 过来 过去 回来 进来 进去 下来 下去 上来 上去
成 成为 变 变成 变得 使 使得 令 叫 带 给予 加以 作 作为
"""

STOP_WORDS = frozenset(
    f"{_ENGLISH_CLOSED} {_ENGLISH_SHORT} {_ENGLISH_NEARLY_CLOSED} {_CHINESE_CLOSED} {_CHINESE_NEARLY_CLOSED}".split()
)
"""As they are looked up: case folded, simplified, not stemmed."""
