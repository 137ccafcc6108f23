"""The closed lists by which Chinese statements are compared; see `lexicon.py`.

Words are simplified; where a negation is written otherwise in traditional characters, that form stands beside it.
A text is read from left to right, the longest word of these lists first; any other character stands for itself.
"""

import re

from . import lexicon_moods as moods
from .lexicon import groups_in, pairs_in, words_in

LIGHT = frozenset(
    words_in(
        """
        的 地 得 了 着 吧 啊 呀 嘛 哦 之 就 都 也 还 又 再 很 太 更 最 挺 蛮 再次 还是 仍然 仍 依然 依旧 照旧 果然
        确实 的确 真的 真是 真 其实 非常 十分 特别 尤其 比较 相当 更加 又一次 再一次 又是 也是 也都 还都 显然 明显
        一下 一个 是 把 这 那 这个 那个 该 此 其 它 用户 大家 自己 请 在 于 里 中 和 与 及 以及 跟 并 并且 而且 而 但
        但是 可是 然而 因为 由于 因 所以 因此 对 对于 关于 以 便 个 所 来说 一样 依然是 仍是 一如既往 照样 同样
        们 方 的话 够 一经 起来 下来 下去 过来 过去了 出来 进来 进去 上来 上去 正式 直接 完全 全部 整个 自动就 往往就
        里面 里边 里头 当中 之中 中间 期间 上面 上边 下面 下边 旁边 这边 那边 这里 那里 左右两边 一侧 一边 处 这时
        此时 那时 届时 情况下 的情况下 之际 其后 这样 那样 似的 罢了 而言 说来 看来 看起来 基本 基本上
        """
    )
)
"""What may be there or not and changes nothing."""

COUNTERS = "个位名台把辆架只头条件项份座间家"
"""Measure words that say nothing beside the thing that is counted."""
MEASURES = (
    COUNTERS + "次天日年月周岁时分秒小点号楼层期版页行字元块毛角斤克吨公"
    "千米里厘毫升度倍成半遍趟回顿张本支种群套步米杯瓶包盒箱袋"
    "碗盘片颗粒根段章节课组队班级届双对批堆圈格档枚封场幕笔"
)
"""What a number counts, by its first character."""
WHOLE = frozenset(
    words_in(
        """
        不但 不仅 不只 不光 无论 不论 不管 不同 不错 不少 不久 不然 不得不 没事 没关系 别人 分别 区别 级别 类别 性别
        个别 识别 告别 别墅 别名 别针 别的 别处 未来 是非 无线 无锡 无人机 无数 差不多 了不起 对不起 非洲 莫斯科
        无花果 未知 莫名 摘要 纪要 重要 主要 要点 概要 提要 简要 要素 会议 开会 会员 社会 机会 会计 复盘会 早会 例会
        费用 有用 应用 备用 作用 通用 占用 引用 调用 专用 公用 复用 信用 用途 用量 用例 爱心 思想 想法 目的 地址 地铁
        地图 地方 本地 基地 得到 获得 首都 成都 归还 偿还 正式 正常 修正 将军 将来 存在 其他 其中 中心 中文 中午 集中
        时间 小时 准时 及时 定时 实时 当天 对齐 对账 对手 对端 便携 因素 所有 所在 个人 以太 而立 里程 公里 与会 提早
        内容 国内 室内 市内 校内 站内 内部 统一 唯一 一起 一些 一点 一定 一半 万一 千万 三明治 十字 百度 百货 千兆
        五金 七夕 八卦 九江 四川 六安 三亚 二维码 二手 一手 一线 从而 比如 吉他 其他 他人 能力 功能 性能 可能性 可靠
        可用 认可 许可 可口 已知 有时间 过去式 常规 日常 正常 异常 常见 应急 应对 响应 反应 适应 供应 对应 什么 怎么
        那么 这么 多么 当地 适当 相当 平时 随时 同时 暂时 临时 时长 时段 时区 时差 总部 总数 总结 总监 总经理 比例
        比赛 对比 相比 给予 供给 前台 前端 后端 后台 后备 面前 前缀 后缀 最后 然后 先后 由来 理由 自由 往来 向导 方向
        """
    )
)
"""Words in which a character of the other lists does not mean what it means alone: they are read as characters."""

NEGATIONS = frozenset(
    words_in(
        """
        不 没 没有 無 无 未 别 勿 非 莫 沒 沒有 別 不要 不用 不必 不再 不会 不能 不可 不许 不想 不是 并非 并未 并不
        从不 从未 从没 绝不 决不 毫不 无需 无须 毋须 除 除了 没能 未能 尚未 还没 还没有 禁止 严禁 不得 不该 不应
        不应该 很少 极少 甚少 几乎不 几乎没有 才不
        """
    )
)
WISHES_AGAINST = frozenset(words_in("讨厌 厌恶 反感 避免 避开 忌 不愿 不愿意 不喜欢 不爱 拒绝 討厭 不喜歡"))
"""Verbs that frame the contrary of a statement."""

FRAMES: dict[str, str] = {
    **dict.fromkeys(
        words_in(
            """
            喜欢 更喜欢 最喜欢 偏好 偏爱 喜爱 热爱 爱 倾向于 倾向 中意 钟爱 希望 想要 想 要求 请求 愿意 宁愿 选择 首选
            选 都选 喜歡 偏愛 要 需要 需 须 须要
            """
        ),
        "wish",
    ),
    **dict.fromkeys(words_in("使用 用 采用 利用 运用 沿用 保持 保留 坚持"), "use"),
}
"""Verbs that frame a statement, by frame, as in English."""

SYNONYMS = {
    word: group[0]
    for group in groups_in(
        """
        含 包含 包括 含有, 剩 还剩 还有 尚有 剩下, 改 改到 挪到 改为 改成 移到 调到, 回复 答复, 显示 展示
        , 漏 漏掉 遗漏, 忘 忘记, 猜 猜测, 帮助 协助 帮 帮忙, 买 购买 选购, 修 修复 修理 维修, 说 表示 提到, 开始 启动
        , 放 放在 放于 放到 放进 存放 摆放 摆, 停 停在 停放, 约 大约 大概 左右, 人 人员, 等 等待 等候, 排 排列 排序
        , 采 采摘 摘, 洗 清洗 洗净, 换 更换 替换 换成, 退 退回 退还, 卖 售卖 出售 卖出, 付 支付 付款, 租 租用 租借
        , 查 检查 查看 核查 查验, 看 观看, 读 阅读 朗读, 写 书写 编写 填写, 存 保存 储存 存储, 送 配送 送到 送达 运送
        , 发 发送 发出 寄 寄出 寄送 发到 发往, 遇 遇到 遇上 碰到 碰上, 晚 迟 推迟 延后 延迟 晚了, 完 完成 结束
        , 佳 好, 早 提早 提前, 关 关闭 关掉 关上, 打 拨打, 吃 食用 进食, 喝 饮用 饮, 住 居住, 学 学习, 练 练习
        , 谈 谈论 讨论, 问 询问 打听, 找 寻找 查找, 接 接听 接到 接起, 收 收到 接收 签收, 取 领取 取走 拿 拿走, 交
        提交 上交 递交
        , 报 报告 上报 汇报, 留 留到 保留到 预留, 签 签字 签署 签名, 批 批准 审批 批复, 订 预订 预定 订购, 装 安装 装上
        , 拆 拆掉 拆除 拆下, 加 添加 增加 加上, 删 删除 删掉, 断 中断 断开 断掉, 坏 损坏 坏掉, 堵 堵塞 堵住, 卡 卡住
        卡纸
        , 跑 运行, 变 变成 变得 变为, 缺 缺少, 丢 丢失 弄丢 遗失, 睡 睡觉 入睡, 醒 醒来, 病 生病, 累 疲劳 疲惫
        , 疼 疼痛 痛, 用餐 就餐 吃饭, 上班 到岗, 办 办理, 选 挑选, 催 催促, 带 携带 带上 带着, 开会 会议时, 参加
        出席 参与
        , 举行 召开 举办, 到达 抵达, 经过 途经, 位于 坐落
        """
    )
    for word in group
}
"""Words for words; what stands for all is read as its characters."""

RELATIONS_AFTER = {
    word: group[0]
    for group in groups_in("前 之前 以前, 后 之后 以后, 内 以内 之内, 上限 以上, 下限 以下 之下, 外面 以外 之外")
    for word in group
}
"""Words that place what stands before them."""
RELATIONS_BEFORE = {
    word: group[0]
    for group in groups_in(
        """
        从 自从 自, 向 往 朝, 由, 比 比起, 给 发给 寄给, 超过 超 超出了 逾 多于 高于 大于 超出, 少于 低于 小于 不到 不足
        , 最多 至多 别超过 勿超过 不要超过 不得超过 不能超过 不可超过 别超 不超过 不超 不超出 不多于 不高于 不大于,
        至少 最少 起码 不少于 不低于 不小于, 而不是 而非 并不是
        """
    )
    for word in group
}
"""Words that place what follows them."""

_WEEK = words_in("周 星期 礼拜")
CLASSES = {
    **{f"{week}{day}": f"weekday:{at}" for week in _WEEK for at, day in enumerate("一二三四五六日")},
    **{f"{week}天": "weekday:6" for week in _WEEK},
    **{f"{colour}色": f"colour:{colour}" for colour in "红橙黄绿蓝紫青黑白灰粉棕褐金银"},
    **{
        word: f"{name}:{group[0]}"
        for name, members in (
            ("weekday", "周末, 工作日"),
            ("daytime", "早上 早晨 清晨, 上午, 中午 正午, 下午, 傍晚, 晚上 夜里 夜间 晚间, 凌晨 半夜 午夜"),
            ("day", "今天, 明天, 昨天, 后天, 前天"),
            (
                "often",
                """
                每小时 一小时 每个小时, 每天 每日 天天, 每周 每星期 每个星期, 每月 每个月, 每年, 每季度, 每晚 每夜
                """,
            ),
        )
        for group in groups_in(members)
        for word in group
    },
}
"""Words that are values, each with its class and which of it it is."""

GENERIC = frozenset(
    "有人说来去让做看给到出上下里每次些种样件只把被等后前点好最多又已将能可先一共全完住掉成光满足停定牢透遍尽齐起见会着进回过样量"
)
"""Characters that one of two free wordings may have, and the other others for, without another meaning."""

OPPOSITE_RELATIONS = frozenset(
    pairs_in("前/后 上限/下限 上限/内 外面/内 内/至少 内/超过 超过/少于 少于/至少 最多/至少 最多/超过 最多/上限 从/向")
)
"""Relations of which only one can hold with the same thing."""

OPPOSITES = tuple(
    pairs_in(
        """
        打开/关闭 开启/关闭 启用/停用 启用/禁用 允许/禁止 上升/下降 增加/减少 提高/降低 变快/变慢 快/慢 早/晚 大/小
        长/短 高/低 多/少 热/冷 左/右 内/外 新/旧 靠窗/靠过道 窗/过道 吵/安静 同意/拒绝 通过/失败 成功/失败 公开/私密
        手动/自动 最多/最少 至多/至少 贵/便宜 冷/暖 干/湿 胖/瘦 轻/重 深/浅 强/弱 明/暗 升/降 涨/跌 支持/反对
        赞成/反对 茶/咖啡 升序/降序 上传/下载 导入/导出 开灯/关灯 登录/登出 买入/卖出 爸爸/妈妈 男/女 借给/向
        """
    )
)
"""Pairs of which one text cannot have the one, another the other, and both say the same."""

OPPOSITE_SIGNS = frozenset(
    frozenset(pair) for pair in pairs_in("上/下 前/后 里/外 来/去 进/出 先/后 把/被 给/被 左/右 东/西 南/北 内/外")
)
"""Characters of which another one in the same place says the contrary, though elsewhere they say little."""

_DIGITS = {sign: at for at, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
NUMERAL = re.compile(f"[{''.join(_DIGITS)}{''.join(_TENS)}]+")


def numeral_of(signs: str) -> str:
    """Return a number written in Chinese in digits.

    >>> [numeral_of(signs) for signs in ("三", "十五", "二十三", "一百五十", "二〇二六", "两千零四", "三万")]
    ['3', '15', '23', '150', '2026', '2004', '30000']
    """
    if not any(sign in _TENS for sign in signs):
        return "".join(str(_DIGITS[sign]) for sign in signs)
    total = section = digit = 0
    for sign in signs:
        unit = _TENS.get(sign)
        if unit is None:
            digit = _DIGITS[sign]
        elif unit < 10_000:
            section, digit = section + (digit or 1) * unit, 0
        else:
            total, section, digit = (total + section + digit or 1) * unit, 0, 0
    return str(total + section + digit)


LISTED = frozenset(
    (
        *(*WHOLE, *CLASSES, *NEGATIONS, *WISHES_AGAINST, *FRAMES),
        *(*RELATIONS_AFTER, *RELATIONS_BEFORE, *SYNONYMS, *LIGHT),
        *(*moods.MOODS_CHINESE, *moods.MOODS_BEFORE_CHINESE, *moods.PERSONS_CHINESE),
        "说",
    )
) - frozenset(words_in("上限 下限 外面"))
"""The words of all of these lists."""
_TOPICAL = (*moods.CONTRARIES_CHINESE, *moods.ACTORS_CHINESE, *(word for word in moods.CURRENCIES if len(word) > 1))
LISTED_FROM: dict[str, tuple[str, ...]] = {}
"""The same, with words that tell what a text is about as well, by their first character, the longest first."""
for _word in sorted({*LISTED, *_TOPICAL}, key=lambda word: (-len(word), word)):
    LISTED_FROM[_word[0]] = (*LISTED_FROM.get(_word[0], ()), _word)
