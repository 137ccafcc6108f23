"""What differs by one value, is said twice, is contradicted or changes, in Chinese; not looked at while tuning."""

from ..shapes import Change, Decoy, Fact

DECOYS = (
    Decoy("number", "{hundreds}批次的样品在冷柜静置{x}分钟", ("12", "15", "18", "21", "120")),
    Decoy("identifier", "{city}的叉车{x}换了新电池", ("unit-A7", "unit-A8", "unit-B7")),
    Decoy("build", "{user}签发了{product}扫描枪的固件{x}", ("r5501", "r5502", "r5511", "r5051")),
    Decoy("colour", "贴{x}胶带的箱子送{city}{few}号码头", ("绿色", "白色", "黑色", "黄色")),
    Decoy("name", "{city}分店的{teens}号钥匙在{x}手里", ("门房", "采购", "保洁")),
    Decoy("weekday", "{user}每到{x}游{few}个来回", ("周三", "周五", "周六", "周日")),
    Decoy("city", "{product}的{tens}家门店试点从{x}开始", ("泉州", "烟台", "桂林", "赣州")),
    Decoy("negation", "{thousands}元以上的报价{user}{x}抄送", ("需要", "不需要")),
    Decoy("unit", "{city}{few}号罐的探头按{x}上报", ("秒", "分钟", "小时")),
    Decoy("order", "{user}的{tens}毫克药片在晚饭{x}服用", ("前", "后")),
    Decoy("comparative", "{teens}家纸厂的价格今年比去年{x}", ("便宜", "贵")),
    Decoy("antonym", "{city}{few}号堆场的侧门夜里{x}", ("锁着", "不锁")),
    Decoy("chinese numeral", "{user}和{team}约好每月碰头{x}", ("一回", "两回", "五回")),
    Decoy("version", "{user}的订单适用{x}费率表", ("T-2024", "T-2025", "T-2026")),
)
DUPLICATES = (
    "{user}{adv}[穿|要穿]{tens}码的安全鞋，在{city}仓库领",
    "{city}{teens}号冰柜夜里{adv}[有响声|有响声。]",
    "{thousands}镑的资助{adv}[包括|包含]去{city}的路费",
    "{few}号病房里{user}{adv}[想要|要]靠走道的床",
    "{city}{tens}号登机口[提前|会提前]{few}分钟关闭",
    "{user}的老师{adv}[要求|要]{weekday}交{hundreds}字作文",
    "{service}每{thousands}个包{adv}[丢|会丢]{few}个",
    "{city}附近的面包房{adv}[卖|在卖]{dish}，到{hour}为止",
    "{weekday}那一趟{team}{adv}[丢了|弄丢了]{few}箱货",
    "{teens}号通道照度{hundreds}勒克斯，{adv}[太暗|太暗了]",
    "{user}去{city}参观{adv}[租了|租用]{few}辆自行车",
    "{user}的合唱排练{adv}[在|定在]{few}号厅{hour}开始",
)
CONTRADICTIONS = (
    Change("{user}在{city}租房每月{hundreds}", "{user}把{city}的房子买下，不再付{hundreds}房租"),
    Change("{city}博物馆借给{user}{tens}件展品", "{city}博物馆把{tens}件展品全部收回"),
    Change("{product}的退货由{team}分拣", "{product}退货换了地方，{team}不分拣了"),
    Change("{user}第{few}天在{city}展会演讲", "{user}取消了{city}展会第{few}天的演讲"),
    Change("{thousands}镑以上贷款要担保人", "{thousands}镑以上的贷款免了担保人"),
    Change("{city}的吊车能吊{few}吨", "{city}的吊车在{few}吨检验时没过"),
    Change("{product}每盒装{teens}个", "{product}改成散装，{teens}个一盒停了"),
    Change("{user}为{few}英里的比赛训练", "{user}停止训练，{few}英里不跑了"),
    Change("去{city}的渡轮{hour}开", "去{city}的{hour}渡轮永久停航"),
    Change("{user}每天{few}杯都加糖", "{user}的{few}杯全都不加糖"),
    Change("{team}的夜班{hour}结束", "{team}取消夜班，{hour}无人下班"),
    Change("{user}春天教{hundreds}号课", "{hundreds}号课从{user}转给了同事"),
)
FACTS = (
    Fact("{product}包装", "{product}用{x}包装", ("铝箔", "纸", "铁罐", "玻璃")),
    Fact("{service}分片", "{service}切成{x}个分片", ("6", "9", "14", "20")),
    Fact("{user}病房", "{user}住在{x}病房", ("3B", "4A", "5C", "6D")),
    Fact("{city}税率", "{city}本地税率是百分之{x}", ("6", "9", "13", "17")),
    Fact("{team}班长", "{team}由{x}班长带", ("早班", "晚班", "夜班", "周末班")),
    Fact("{user}课程", "{user}上{x}课程", ("入门", "中级", "高级", "大师")),
    Fact("{product}保修", "{product}保修{x}个月", ("12", "24", "36", "60")),
    Fact("{city}入口", "货车从{x}门进{city}场", ("N1", "N2", "S4", "W3")),
    Fact("{service}压缩", "{service}用{x}算法压缩", ("琥珀", "玄武", "钴蓝", "三角")),
    Fact("{user}鞋码", "{user}穿{x}码的鞋", ("38", "39", "41", "43")),
    Fact("{city}湿度", "{city}库房湿度保持百分之{x}", ("40", "45", "50", "55")),
    Fact("{team}车辆", "{team}开{x}的车", ("银色", "蓝色", "加高", "电动")),
)
