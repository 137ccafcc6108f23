"""What is known for long, in Chinese."""

from ..shapes import Conflict, Entry, Group

ENTRIES = (
    Entry("{rare}琉璃匠用{rare2}草灰退火", "{few}只琉璃盏夜里炸裂"),
    Entry("{rare}鞍匠缝肚带只认{rare2}麻绳", "赛马会崩断{teens}根肚带"),
    Entry("{rare}灯塔闪得比{rare2}塔慢", "{few}艘拖网船认错灯塔"),
    Entry("{rare}窖里的腐乳垫{rare2}稻草", "霉斑爬满{tens}坛腐乳"),
    Entry("{rare}剑馆不信{rare2}淬的剑", "弓步时折断{few}柄剑"),
    Entry("{rare}冰雕师拿{rare2}卤水镇凿", "冰天鹅碎作{few}瓣"),
    Entry("{rare}折纸社只折{rare2}楮皮纸", "{hundreds}只纸鹤塌了翅膀"),
    Entry("{rare}独木舟忌{rare2}桐油填缝", "{few}名桨手舀水到入夜"),
    Entry("{rare}染坊拿{rare2}地衣压靛蓝", "靛蓝洇花{few}幅挂毯"),
    Entry("{rare}化石队在{rare2}以东凿页岩", "{teens}枚菊石化成粉末"),
    Entry("{rare}猎犬寻松露绕过{rare2}橡林", "{few}条猎犬刨出树根"),
    Entry("{rare}钟匠等{rare2}报时后上擒纵油", "布谷钟哑了{tens}个钟头"),
)
KEPT = (
    "捐献表{rare}由{rare2}会签，第{few}页在{city}",
    "放牧权{rare}划到{rare2}草场，至多{hundreds}头",
    "春游夹{rare}写明{rare2}旅舍和{tens}张床",
    "监护卷{rare}归登记员{rare2}，第{teens}格",
    "总谱{rare}借自{rare2}音乐院，{tens}份分谱",
    "球场租约{rare}同{rare2}俱乐部签到{month}{teens}号",
    "锅炉证{rare}盖着检验员{rare2}的章，{hundreds}房",
    "种子合同{rare}答应给{rare2}磨坊{thousands}公斤",
    "渡轮票{rare}在{rare2}线可坐{few}趟",
    "对阵表{rare}把{rare2}排在第{teens}位",
    "养老金函{rare}引第{few}款，经办{rare2}负责",
    "冷链记录仪{rare}随{rare2}箱走，装{hundreds}支疫苗",
)
PROMOTABLE = (
    Entry("{city}第{few}手术间缝合前纱布点两遍", "{hour}少了一块纱布"),
    Entry("夏天{teens}号地的堆肥每{few}天翻一次", "{hour}堆肥自己烧起来"),
    Entry("代课要在{hour}前打给{user}，晚了人就走了", "{few}班干坐了{tens}分钟"),
    Entry("{hundreds}公斤以上的托盘在{city}门口再过一次磅", "{thousands}公斤压断了车轴"),
    Entry("{product}的对局每{tens}秒存一次档", "{hundreds}名玩家丢了战绩"),
    Entry("{city}的钢琴在演出前{few}天调音", "弹到第{tens}小节停下来"),
    Entry("租约第{teens}页也要让{user}签字", "租客在庭上不认第{teens}页"),
    Entry("{dish}在大冰柜里至少解冻{teens}小时", "{tens}位客人吃到冰芯"),
    Entry("{service}锁定{ver}之前先读发行说明", "{ver}悄悄去掉了一列"),
    Entry("去{city}打客场多带{few}件号码衣", "{hour}起跑时两人没有号码"),
    Entry("{teens}号机柜的{colour}网线两头都贴标", "{hour}拔错了一根"),
    Entry("报{city}的运价要加百分之{pct}的油费", "倒贴{thousands}元"),
)
MERGES = (
    Group(
        "garden",
        ("{user}浇菜都赶在{hour}前", "{user}只种老品种番茄", "{user}宁可用手拔草", "{user}留{few}垄给蜜蜂"),
        ("{user}大概用不上碎石", "{user}说不定喜欢刺猬"),
    ),
    Group(
        "lessons",
        ("{user}靠耳朵学和弦", "{user}希望作业不超{tens}分钟", "{user}下课前想来段合奏", "{user}每节课都拿手机录音"),
        ("{user}似乎不好意思唱", "{user}可能爱爵士多过进行曲"),
    ),
    Group(
        "court",
        ("{user}要证物贴{colour}签", "{user}看法条用纸质版", "{user}要求开庭前{few}天演练", "{user}引案例带年份"),
        ("{user}或许嫌拉丁文啰嗦", "{user}大概想排早场"),
    ),
    Group(
        "games",
        ("{user}打游戏反转视角", "{user}开着字幕玩", "{user}玩{tens}分钟就停", "{user}爱探索胜过打怪"),
        ("{user}镜头晃可能会晕", "{user}似乎喜欢解谜"),
    ),
    Group(
        "groceries",
        ("{user}买玻璃瓶牛奶", "{user}要{hour}送菜", "{user}挑应季水果", "{user}拿{few}个纸袋，不用塑料"),
        ("{user}大概不逛奶酪柜", "{user}也许接受替代品"),
    ),
    Group(
        "ward-care",
        ("{user}要窗帘拉一半", "{user}枕头抬高{tens}度", "{user}一次最多见{few}位访客", "{user}用苹果汁送药"),
        ("{user}夜里可能怕冷", "{user}似乎爱听收音机"),
    ),
    Group(
        "training",
        ("{user}热身{teens}分钟", "{user}每周下水练两回", "{user}想把计划写在一页上", "{user}穿宽头跑鞋"),
        ("{user}也许讨厌冲坡", "{user}可能想有个跑伴"),
    ),
    Group(
        "parcels",
        (
            "{user}的快递放{few}楼邻居家",
            "{user}纸箱都留着再用",
            "{user}要送货前{tens}分钟来短信",
            "{user}把小票收进铁盒",
        ),
        ("{user}说不定听不见门铃", "{user}中午似乎不在家"),
    ),
)
CONFLICTS = (
    Conflict(
        "evening-calls", "过了{hour}，{user}一概不接电话", "再晚打给{user}都行，{hour}以后也接", "{user}铃声调得很轻"
    ),
    Conflict("bedroom", "{user}睡觉开着窗", "{user}夜里要把窗关严", "{user}有两床羊毛毯"),
    Conflict("notation", "{user}只看纸质谱", "{user}看谱用平板，从不用纸", "{user}用彩笔标指法"),
    Conflict("seat-in-class", "{user}上课想坐第一排", "{user}上课要坐最后一排", "{user}自带坐垫"),
    Conflict("spice", "{user}吃{dish}越辣越好", "{user}吃{dish}一点辣都不放", "{user}用大碗盛{dish}"),
    Conflict(
        "commute", "{user}风雨无阻骑车去{city}诊所", "{user}去{city}诊所都开车，从不骑车", "{user}背{colour}双肩包"
    ),
    Conflict("payment", "{user}付教练费用现金", "{user}付教练费走银行转账", "{user}向教练要收据"),
    Conflict("indent", "{user}写代码用制表符缩进", "{user}写代码用空格缩进，{few}个一级", "{user}函数写得短"),
)
IMPORTANT = (
    Entry("{few}号病区两位护士核对{user}的血型", "{hour}挂错了血袋"),
    Entry("{city}{teens}号粮仓不系绳不许进", "有工人陷进去{few}分钟"),
    Entry("{few}班的午餐绝不放花生", "{hour}一名学生送急救"),
    Entry("{city}的上诉期是{tens}天，节假日也算", "递交晚了{few}天"),
    Entry("{hundreds}公斤以上的锂电托盘不上{city}渡轮", "{few}层甲板冒烟"),
    Entry("{product}赛季重置前先备份存档", "{thousands}个账号清空"),
    Entry("{hundreds}房能不能生火由烟道师傅说了算", "{hour}报警，{few}人晕倒"),
    Entry("{user}撞到头后歇{few}场比赛", "第{tens}分钟{user}倒地"),
    Entry("恢复{city}的{service}要两位看守都在场", "第{build}次恢复丢了一份"),
    Entry("{teens}号农场的井水化验之后才能喝", "{tens}名露营的人病倒"),
    Entry("{user}的合唱队站上去时锁住{few}号升降台", "{hour}升降台自己动了"),
    Entry("{team}的工资先发，再付供应商", "{tens}个人等到{month}{teens}号"),
)
SECURITY = (
    "决定{few}号病区的病历终端断开外网",
    "决定{hour}以后只有{user}能开药柜",
    "决定{city}{teens}号牛棚全部换锁",
    "决定{product}作弊账号封{hundreds}天",
    "决定{few}班的平板都要输口令",
    "决定{city}门店的监控录像{tens}小时后删除",
    "决定出差{code}之前加密{user}的案卷",
    "决定{teens}号月台{hour}起禁用私人手机",
    "决定{service}只收签名上传，规则{build}",
    "决定{month}起停掉{team}的共用账号",
    "决定{city}体育场加{few}名安检员",
    "决定扫描发给{product}的{hundreds}KB以上附件",
)
OBSERVATIONS = (
    "{city}来的卷宗我{adv}[只看|只看了]前{few}页",
    "我{adv}[没问|没有问]老师就回复了{few}班的家长",
    "{hundreds}毫克以上的剂量我{adv}[四舍五入|四舍五入了]，没有说明",
    "我{adv}把{user}[排进|排进了|排到]{teens}号班，{weekday}明明是休息日",
    "{hundreds}行的货单里我{adv}[把磅当成|把磅看成]公斤",
    "我{adv}[没看|没有看|还没看]第{few}页就夸{user}的稿子",
    "我写的赛报{adv}[漏掉|漏了|漏掉了]第{tens}分钟以后的事",
    "我{adv}[给|又给]{few}组推荐{dish}，人家前一天刚吃过",
    "我给{city}的报价{adv}[晚了|晚]{few}天",
    "还有{few}个问题没答，我就{adv}[关|关了|关掉]{product}的工单",
    "{hundreds}字以上的信里我{adv}[叫错|叫错了]{user}的头衔",
    "我{adv}[翻|翻了]{tens}分钟{service}，没有去问{team}",
)
