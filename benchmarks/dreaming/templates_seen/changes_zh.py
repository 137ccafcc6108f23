"""What differs by one value, is said twice, is contradicted or changes, in Chinese."""

from ..shapes import Change, Decoy, Fact

DECOYS = (
    Decoy("number", "{user}要的会议纪要是{x}字的版本", ("150", "200", "250", "300", "90")),
    Decoy("identifier", "{service}的任务{x}已经转到备用节点", ("retry_1", "retry_2", "retry_3", "retry_12")),
    Decoy("build", "{weekday}{service}的构建{x}通过了冒烟测试", ("8112", "8113", "8121", "8211")),
    Decoy("colour", "{user}在{weekday}看板上用{x}标记未决事项", ("紫色", "青色", "橙色", "灰色")),
    Decoy("name", "{team}的{x}负责签{user}的预算", ("审计员", "计划员", "文员")),
    Decoy("weekday", "{service}的备份每逢{x}复制到{city}", ("周一", "周二", "周四", "周日")),
    Decoy("city", "寄给{user}的包裹经过{x}的中转仓", ("无锡", "合肥", "珠海", "洛阳")),
    Decoy("negation", "{user}{x}{city}分公司的早会形式", ("喜欢", "不喜欢")),
    Decoy("unit", "{service}单次上传上限是{tens}{x}", ("KB", "MB", "GB")),
    Decoy("order", "{service}的冒烟测试安排在改表{x}执行", ("之前", "之后")),
    Decoy("comparative", "{user}觉得{city}新办公室比旧的{x}", ("吵", "安静")),
    Decoy("antonym", "{city}{teens}号线的阀门检查时是{x}的", ("打开", "关闭")),
    Decoy("chinese numeral", "{user}每周去{city}工厂巡检{x}", ("三次", "四次", "两次")),
    Decoy("version", "给{user}的{product}固定在{x}版本", ("2.4.1", "2.4.2", "2.14.1", "3.4.1")),
)
DUPLICATES = (
    "{user}的备用门卡{adv}[放在|放于]{city}办公室{few}号抽屉",
    "{service}的证书[还有|还剩]{tens}天到期",
    "{product}报价{thousands}元{adv}[含|包含]运到{city}的费用",
    "快递到之前{few}分钟{adv}[给|请给]{user}打电话",
    "{city}{hundreds}会议室的投影仪{adv}[坏了|坏着]",
    "{product}的表单[要求|需要]在第{teens}栏填邮编",
    "升级之后{service}{adv}[每小时|一小时]有{thousands}条告警",
    "{user}对{few}号食堂{dish}里的坚果过敏[。|]",
    "{team}的复盘会{adv}[改到|挪到]{weekday}{hour}",
    "{user}有一个{few}公斤的包裹{adv}[放在|放在了]前台",
    "第{teens}章的译稿[在|还在]{city}的校对手里",
    "{user}来{city}时{adv}[把车停在|车停在]{few}层",
)
CONTRADICTIONS = (
    Change("{user}在{city}的工作午餐不吃肉", "{user}又开始吃肉，在{city}点了牛排"),
    Change("{service}部署在{city}机房", "{service}已经搬离{city}机房，现在在{city2}"),
    Change("{product}的发布由{team}负责", "{product}的发布不再归{team}管"),
    Change("{user}休假到{teens}号{weekday}", "{user}提前回来，{teens}号没有休假"),
    Change("超过{thousands}元的发票要两个人签字", "一个人签字就够，{thousands}元以上也一样"),
    Change("{city}的货梯可以载{hundreds}公斤", "{city}的货梯实测载不了{hundreds}公斤"),
    Change("{product}附带{tens}页的纸质手册", "{product}不附手册，那{tens}页取消了"),
    Change("{user}只在{hour}以前回邮件", "{user}现在全天回邮件，与{hour}无关"),
    Change("{service}的测试要跑{tens}分钟", "{service}的测试远不到{tens}分钟就完"),
    Change("{dish}的供货商{weekday}{hour}送货", "{weekday}{hour}没有{dish}供货商来了"),
    Change("{user}带{team}，手下{few}个人", "{user}不带{team}了，{few}个人另有安排"),
    Change("{hundreds}会议室{weekday}空出来面试", "{hundreds}会议室{weekday}被长期占用"),
)
FACTS = (
    Fact("{service}归属", "{service}归{x}组维护", ("计费", "搜索", "移动端", "平台")),
    Fact("{service}区域", "{service}跑在{x}区域", ("华东", "华北", "华南", "西南")),
    Fact("{user}分机", "{user}的分机号是{x}", ("4110", "4127", "4283", "4390")),
    Fact("{product}单价", "{product}每个席位{x}元", ("19", "24", "29", "35")),
    Fact("{user}职位", "{user}的职位是{x}", ("分析员", "高级分析员", "组长", "分析主管")),
    Fact("{service}超时", "{service}等{x}秒就放弃", ("5", "8", "15", "40")),
    Fact("{city}开门时间", "{city}办公室{x}开门", ("07:30", "08:00", "08:30", "09:00")),
    Fact("{team}频道", "找{team}请到{x}频道", ("北风", "港口", "灯笼", "草地")),
    Fact("{product}现行版", "{product}现行版本是{x}", ("4.1", "4.2", "5.0", "5.1")),
    Fact("{user}工位", "{user}坐在{x}工位", ("A12", "B07", "C31", "D18")),
    Fact("{service}副本", "{service}保持{x}个副本", ("2", "3", "5", "7")),
    Fact("{city}快递", "寄往{city}走{x}快递", ("黄色", "红色", "夜间", "自行车")),
)
