"""What is noticed again and again, in Chinese."""

from ..shapes import Pattern

PATTERNS = (
    Pattern(
        "{user}{adv}[喜欢|更喜欢]{hundreds}字以内的日报摘要",
        ("日报摘要控制在{hundreds}字以内，{user}最喜欢", "{user}说日报摘要{hundreds}字以内看着最喜欢"),
        ("日报阅读率提高了{pct}%", "{user}把日报转发给了整个部门"),
    ),
    Pattern(
        "{service}上线前{adv}需要预热缓存{few}分钟[。|]",
        ("预热缓存{few}分钟之后再让{service}上线", "{service}的上线流程：先预热缓存{few}分钟"),
        ("上线后的报错率下降了{pct}%", "预热之后没有人再要求回退"),
    ),
    Pattern(
        "{user}{adv}[要求|希望]发票在{weekday}{hour}之前合并成一份",
        ("{weekday}{hour}之前，{user}要求把发票合并成一份发来", "发票合并成一份，{weekday}{hour}之前给{user}"),
        ("报销审批比上季度快了{few}天", "财务说合并之后省事很多"),
    ),
    Pattern(
        "去{city}出差{user}{adv}[选择|都选]靠过道的高铁座位，提前{few}天订票",
        (
            "{user}出差去{city}时提前{few}天订高铁票，选择靠过道的座位",
            "提前{few}天订去{city}的高铁，{user}选靠过道座位",
        ),
        ("差旅费用节省了{pct}%", "{user}说坐过道可以随时起身"),
    ),
    Pattern(
        "超过{hundreds}行的合并请求{adv}[没人愿意|没有人愿意]评审，{service}尤其明显",
        ("{service}里超过{hundreds}行的合并请求没人愿意评审", "没人愿意评审{service}超过{hundreds}行的合并请求"),
        ("拆小之后评审时间缩短了{pct}%", "两位评审人都感谢了拆分"),
    ),
    Pattern(
        "{user}开会超过{hour}就{adv}[不吃午饭|不吃午饭了]",
        ("会开过{hour}，{user}就不吃午饭", "{user}因为开会超过{hour}，午饭不吃"),
        ("这种日子{user}下午的回复短了{pct}%", "{user}让助手在日历里放一份点心"),
    ),
    Pattern(
        "排队超过{thousands}条时夜间导出{adv}[会失败|就会失败]，对端在{city}",
        ("发往{city}的夜间导出在排队超过{thousands}条时失败", "夜间导出失败：{city}对端，排队超过{thousands}条"),
        ("分批之后失败次数减少{pct}%", "{city}的伙伴只收到半个文件"),
    ),
    Pattern(
        "{product}的顾客收货{few}天内{adv}[都来问|来问]退款表格在哪里",
        ("收货{few}天内，{product}的顾客就来问退款表格", "退款表格在哪里，{product}顾客收货{few}天内都会问"),
        ("放上链接后工单减少了{pct}%", "客服建议把表格放进包裹"),
    ),
    Pattern(
        "给{user}的图表{adv}[要用|须用]{colour}，最多{few}条曲线",
        ("{user}的图表最多{few}条曲线，要用{colour}", "图表用{colour}，曲线最多{few}条，这是{user}要的"),
        ("图表页面打开了{tens}次，是以前的两倍", "{user}把图表打印给了董事会"),
    ),
    Pattern(
        "服药前{tens}分钟提醒{adv}[有用|很有用]，{user}没有再漏服",
        ("{user}没有漏服，服药前{tens}分钟的提醒有用", "提醒放在服药前{tens}分钟，{user}不再漏服"),
        ("漏服次数下降{pct}%", "{user}关掉了第二个闹钟"),
    ),
    Pattern(
        "{team}在{hour}之后{adv}[回复最快|回复得最快]，要发在{colour}频道",
        ("{colour}频道里{hour}之后找{team}，回复最快", "找{team}就在{hour}之后发{colour}频道，回复最快"),
        ("那里的平均等待是{few}分钟", "发给{team}的邮件放了一天没人看"),
    ),
    Pattern(
        "{user}做{dish}时{adv}[少放|都少放]{tens}克盐，比菜谱清淡",
        ("比菜谱少放{tens}克盐，{user}做的{dish}清淡", "{dish}清淡一些，{user}做时少放{tens}克盐"),
        ("血压降了{few}个点", "客人没有吃出盐少"),
    ),
)
