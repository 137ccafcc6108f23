"""What differs by one value, is said twice, is contradicted or changes, in Chinese."""

from ..shapes import Change, Decoy, Fact

DECOYS = (
    Decoy("number", "{user}的处方上还剩{x}节理疗", ("6", "8", "10", "12", "16")),
    Decoy("identifier", "托盘{x}在{hour}装上了去{city}的车", ("PL-0071", "PL-0072", "PL-0171", "PL-0710")),
    Decoy("name", "{user}不在的时候由{x}拉二胡", ("马建国", "马建军", "马建华")),
    Decoy("negation", "{city}的收银台{x}{product}会员卡", ("接受", "不接受")),
    Decoy("order", "{user}{weekday}抽血安排在早饭{x}", ("之前", "之后")),
    Decoy("comparative", "{teens}号鸡舍今年下的蛋比去年{x}", ("多", "少")),
    Decoy("unit", "{user}睡前的滴剂定为{few}{x}", ("毫克", "克", "毫升", "微克")),
    Decoy("date", "{few}班的校庆演出定在六月{x}", ("十二号", "十三号", "二十一号", "二十二号")),
    Decoy("role", "{thousands}元那件上诉案，{user}代理{x}", ("原告", "被告", "第三人")),
    Decoy("direction", "{hour}去{city}的渡轮从{x}码头开", ("东", "西", "北")),
    Decoy("antonym", "{city}体育场{teens}号门比赛时{x}", ("锁着", "开着")),
    Decoy("currency", "{city}那套{hundreds}房的押金是{tens}{x}", ("元", "美元", "港币", "欧元")),
    Decoy("version", "{weekday}发给玩家的{product}补丁是{x}", ("1.0.7", "1.0.17", "1.1.7", "1.7.0")),
    Decoy("quantity", "{few}号病区的护士{month}{x}参加了复训", ("全都", "大多", "都没有")),
)
DUPLICATES = (
    "{user}把大提琴[留在|留在了|放在]修琴铺，取件号{build}",
    "兽医{weekday}{hour}{adv}[来|要来|会来]{few}号牛棚",
    "{city}{teens}号病区{adv}[少|少了]一[台|把]轮椅",
    "{city}小学的消防演习{hour}[开始|开始的|正式开始]",
    "{user}{adv}[欠|欠着|欠了]俱乐部{tens}元球衣钱",
    "{build}号货柜{adv}[压在|卡在|压在了]{city}海关",
    "{hundreds}房的锅炉{adv}[漏水|漏着水|在漏水]，用{colour}桶接着",
    "第{few}幕的谱子{user}{adv}[背得出|背得出来|能背出来]",
    "去掉盖子，{product}的样品[重|重量是|重量为]{hundreds}克",
    "{hundreds}号柜子给{user}[留到|保留到|预留到]{month}",
    "{city}那块地的听证会[在|放在|定在]{teens}号厅[开|举行|召开]",
    "合唱团租小礼堂{adv}[每月|一个月|每个月]{hundreds}元",
    "今年第{teens}排的苹果{adv}[晚熟|晚熟了|熟得晚了]{few}天",
    "服务器{code}{adv}[要|需要|得]换[个|一个]风扇",
)
CONTRADICTIONS = (
    Change("{user}在{city}足球队守门", "{user}早就不给{city}足球队守门了"),
    Change("{teens}号羊圈养着{tens}只山羊", "{teens}号羊圈空了，{tens}只山羊全卖掉"),
    Change("{city}登记处收{hundreds}页以内的传真件", "{city}登记处拒收传真，别说{hundreds}页，一页也不行"),
    Change("{user}{month}{teens}号打过破伤风针", "{user}从来没打破伤风针，{month}{teens}号打的是别的"),
    Change("{product}的竞技服能同时装{hundreds}人", "{product}的竞技服远没到{hundreds}人就崩"),
    Change("{few}路校车{hour}停{city}泳池站", "{few}路校车路过{city}泳池也不停"),
    Change("{user}{weekday}{hour}教大提琴", "{user}停了课，{weekday}{hour}空着"),
    Change("{teens}号月台的货梯能用", "{teens}号月台的货梯坏了"),
    Change("{user}住的{hundreds}房没有宠物", "{user}在{hundreds}房里养了狗"),
    Change("{city}门店{weekday}营业到{hour}", "{city}门店{weekday}全天关门"),
    Change("用{service}要{thousands}元授权费", "{service}是免费的，{thousands}元已经退回"),
    Change("{user}手术后可以提{tens}公斤", "{user}手术后不能提{tens}公斤的东西"),
)
FACTS = (
    Fact("{user}腰带", "{user}的柔道腰带是{x}", ("黄带", "橙带", "绿带", "棕带")),
    Fact("{user}床位", "{user}住在{x}床", ("3B", "5A", "7C", "9D")),
    Fact("{city}过桥费", "{city}大桥收费{x}元", ("4", "6", "7", "11")),
    Fact("{product}发行方", "{product}由{x}发行", ("牛轭社", "高草社", "红蕨社", "夜莺社")),
    Fact("{user}乐器", "{user}在乐团里拉{x}", ("中提琴", "大提琴", "二胡", "板胡")),
    Fact("{service}存储桶", "{service}写到{x}桶", ("雪松", "红枫", "垂柳", "落叶松")),
    Fact("{city}园丁", "{city}的菜园由{x}看管", ("老秦", "老姚", "小邓", "小孟")),
    Fact("{team}赞助", "{team}的经费由{x}基金出", ("丰收", "架桥", "助学", "体育")),
    Fact("{product}分级", "{product}适合{x}岁以上", ("3", "7", "12", "16")),
    Fact("{user}铁剂", "{user}每天服{x}滴铁剂", ("10", "15", "20", "25")),
    Fact("{service}周期", "{service}每隔{x}分钟醒一次", ("6", "12", "18", "45")),
    Fact("{city}电车", "去{city}托儿所坐{x}路电车", ("2", "9", "14", "21")),
)
