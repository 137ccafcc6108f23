"""What is known for long, in Chinese; not looked at while tuning."""

from ..shapes import Conflict, Entry, Group

ENTRIES = (
    Entry("{rare}琉璃匠用{rare2}草灰退火", "{few}只花瓶半夜炸裂"),
    Entry("{rare}集邮社不贴{rare2}所印邮票", "{tens}枚邮票背胶脱落"),
    Entry("{rare}织娘取{rare2}地衣染羊毛", "{few}绞毛线染花白毯"),
    Entry("{rare}桨手在{rare2}急滩扛艇绕行", "{few}支桨撞碎花岗岩"),
    Entry("{rare}折纸人通宵浸泡{rare2}和纸", "{teens}只纸鹤展览时散开"),
    Entry("{rare}探洞队在{rare2}石笋旁画箭头", "摸黑迷途{few}个时辰"),
    Entry("{rare}盆景园霜天给{rare2}刺柏缠丝", "{few}根枝桠春分枯萎"),
    Entry("{rare}剑客格挡学{rare2}道场", "{teens}回合同时中剑"),
    Entry("{rare}茅匠拿{rare2}耙梳芦苇", "屋脊{few}处漏雨"),
    Entry("{rare}手风琴师两遍锉{rare2}簧片", "圆舞曲走音{few}小节"),
    Entry("{rare}雪橇犬抗拒{rare2}缝的挽具", "{few}条哈士奇挣脱缰绳"),
    Entry("{rare}马赛克匠以{rare2}灰浆嵌石", "解冻后松脱{hundreds}粒嵌石"),
)
KEPT = (
    "捐赠记录{rare}写明{few}幅画的继承人{rare2}",
    "采石许可{rare}止于界桩{rare2}，深{tens}米",
    "试验方案{rare}把药瓶{rare2}存在{few}级",
    "泊位{rare}向{rare2}租用，一季{hundreds}",
    "种子批{rare}由{rare2}催芽，第{teens}盘",
    "助学金{rare}经{rare2}处发放{thousands}",
    "风琴管{rare}为{rare2}所铸，第{few}音栓",
    "水权{rare}{weekday}共用{rare2}水闸",
    "编舞{rare}从{rare2}队形第{few}拍开始",
    "矿灯{rare}在{rare2}座充电{few}小时",
    "桥检{rare}拍下{rare2}螺栓，第{teens}跨",
    "葡萄地块{rare}有{few}行嫁接{rare2}",
)
PROMOTABLE = (
    Entry("{city}冷库门要拧{few}圈，不然又开", "化掉{thousands}元存货"),
    Entry("{hour}之前给{user}念一遍剂量", "{tens}毫克给了两回"),
    Entry("{product}托盘在门口要扫{few}面", "{teens}个托盘进错场"),
    Entry("{service}机柜后面留{tens}厘米通风", "机柜{hour}自己关机"),
    Entry("{team}在{city}的对讲机固定{few}频", "{tens}分钟没人听到呼叫"),
    Entry("{tens}公斤以上的{product}箱称两遍", "去{city}路上断了车轴"),
    Entry("给{user}的考生多留{teens}分钟", "{few}名考生只交半张卷"),
    Entry("{hour}前清点{city}归还的自行车", "一晚少了{teens}辆车"),
    Entry("{hundreds}毫克以上的处方先问药师", "{user}拿错了规格"),
    Entry("暴风前把{city}蜂箱架转{teens}度", "{few}个架子被吹倒"),
    Entry("{thousands}以上的借据两页都盖章", "{few}份借据法院不认"),
    Entry("{service}发电机剩百分之{tens}就加油", "{few}次停电时没油"),
)
MERGES = (
    Group(
        "homework",
        ("{user}学习以{tens}分钟为一段最好", "{user}先要例题", "{user}爱用铅笔不用键盘", "{user}做完愿意小测"),
        ("{user}大概嫌视频闷", "{user}好像跳过词汇表"),
    ),
    Group(
        "running",
        ("{user}爱跑林间小路", "{user}一周跑{few}次", "{user}坚持头一里放慢", "{user}跑时听播客"),
        ("{user}好像讨厌上坡", "{user}大概要换鞋"),
    ),
    Group(
        "warehouse",
        ("{user}要重货放{few}层", "{user}坚持标签用楷体", "{user}爱在清早盘点", "{user}让通道口空着"),
        ("{user}大概反对夜间拣货", "{user}好像爱用推车"),
    ),
    Group(
        "translation",
        ("{user}爱用英式拼写", "{user}坚持备{hundreds}条术语", "{user}要解释成语", "{user}保留产品原名"),
        ("{user}好像不爱分号", "{user}大概接受机翻初稿"),
    ),
    Group(
        "garden",
        ("{user}{hour}前浇水", "{user}爱种本地灌木", "{user}要堆肥不要化肥", "{user}每{teens}天剪草"),
        ("{user}大概不爱月季", "{user}好像怕马蜂"),
    ),
    Group(
        "photography",
        ("{user}爱印哑光相纸", "{user}感光度设{hundreds}", "{user}坚持留原始文件", "{user}要图注写地点"),
        ("{user}好像不用闪光灯", "{user}大概爱方形裁切"),
    ),
    Group(
        "nursing",
        ("{user}要帘子拉一半", "{user}服药前抿{hundreds}毫升", "{user}爱在茶后见客", "{user}坚持抽左臂"),
        ("{user}大概夜里怕冷", "{user}好像爱听收音机"),
    ),
    Group(
        "music",
        ("{user}练音阶{tens}分钟", "{user}爱慢板乐章", "{user}坚持开节拍器", "{user}每堂课录音"),
        ("{user}好像不爱二重奏", "{user}大概换老师"),
    ),
    Group(
        "shopping",
        ("{user}爱买补充装", "{user}一篮不过{hundreds}", "{user}坚持用纸袋", "{user}要送到门廊"),
        ("{user}大概不要替代品", "{user}好像比传单"),
    ),
    Group(
        "museum",
        ("{user}爱用语音导览", "{user}每层看{tens}分钟", "{user}坚持走安静入口", "{user}画速写不录像"),
        ("{user}好像躲人群", "{user}大概不逛商店"),
    ),
    Group(
        "laboratory",
        ("{user}坚持做平行样", "{user}要瓶子低于{few}度", "{user}爱看纸质规程", "{user}按采收给样品起名"),
        ("{user}大概怀疑离心机", "{user}好像不爱戴手套"),
    ),
    Group(
        "parenting",
        ("{user}定{hour}熄灯", "{user}要每周{few}个法语故事", "{user}坚持走路上学", "{user}不让平板进卧室"),
        ("{user}好像准吃糖", "{user}大概请保姆"),
    ),
)
CONFLICTS = (
    Conflict("bunks", "{user}睡上铺", "{user}睡下铺", "{user}自带耳塞"),
    Conflict("essay", "{user}写{hundreds}行的文章", "{user}写{tens}行的文章", "{user}先打草稿"),
    Conflict("tent", "{user}把帐篷搭在背阴处", "{user}把帐篷搭在向阳处", "{user}带两盏灯"),
    Conflict("shift", "{user}要上早班", "{user}要上晚班", "{user}发短信换班"),
    Conflict("coffee", "{user}咖啡放糖", "{user}咖啡不放糖", "{user}有磨豆机"),
    Conflict("race", "{user}比赛起步快", "{user}比赛起步慢", "{user}赛前吃枣"),
    Conflict("visits", "{user}只在{weekday}会客", "{user}除{weekday}外都会客", "{user}备柠檬水"),
    Conflict("pets", "{user}喜欢猫", "{user}不喜欢猫", "{user}养一缸鱼"),
    Conflict("walls", "{user}把墙刷成绿色", "{user}把墙刷成白色", "{user}买{few}升装的漆"),
    Conflict("summer", "{user}在{city}过夏天", "{user}在{city2}过夏天", "{user}坐大巴出门"),
    Conflict("lesson", "{user}学西班牙语", "{user}学意大利语", "{user}按月付费"),
    Conflict("doses", "{user}每天服两片药", "{user}每天服五片药", "{user}记服药日记"),
)
IMPORTANT = (
    Entry("{product}血清{hundreds}批与{thousands}批绝不混用", "{few}名病人一小时内有反应"),
    Entry("{city}水闸断电{few}分钟后改手摇", "{hour}草场被淹"),
    Entry("{user}的监护文书出保险柜要{few}人见证", "{weekday}少了一页"),
    Entry("{city}窑炉凉{teens}小时才能开门", "{few}班有人烫伤"),
    Entry("{city}的{product}留纸质，登记处要{few}份原件", "罚款{thousands}"),
    Entry("血样随{few}个冰袋由{team}押送", "{tens}份血样作废"),
    Entry("绝不给{user}用{hundreds}号药", "{teens}病区停止呼吸{few}分钟"),
    Entry("{hundreds}号试卷{hour}前不拆封", "{hundreds}号卷泄露给{tens}名学生"),
    Entry("{city}吊装信号只由{few}名持证人发", "{thousands}公斤货物脱钩"),
    Entry("{teens}号气体探头一闪，{team}马上停工", "{teens}号探头被忽视{few}分钟"),
    Entry("{city}的黄金由{few}人过秤并录像", "{weekday}少了{tens}克"),
    Entry("{teens}号校车在{city}绝不倒车", "{hour}压坏一辆滑板车"),
)
SECURITY = (
    "议定更换{city}车场门锁，锁芯{hundreds}",
    "议定{hour}起不许{user}碰{product}账册",
    "议定{service}恢复单存入{city}{few}号保险柜",
    "议定封存{product}试验台，封条{thousands}",
    "议定{team}的访客过{teens}号门须陪同",
    "议定作废{city}的{hundreds}系列工牌",
    "议定{few}天后遮盖{service}里病人姓名",
    "议定{product}外来光盘在{teens}号台查验",
    "议定{city}{tens}号摄像头整夜开着",
    "议定{team}在{teens}号前停用共用登录",
    "议定{hour}停掉{city}以外的{service}镜像",
    "议定销毁{product}样机，{hundreds}号箱",
)
OBSERVATIONS = (
    "{few}行就够，我{adv}[发给|发了]{user}长版本",
    "我{adv}[看漏|看漏了]顾客写在{product}表第{tens}行下面的话",
    "我排的{city}路线{adv}[没管|没有管]商店{hour}关门",
    "{product}表里{hundreds}克以下的重量我{adv}[抹零|抹了零]",
    "我{adv}[没查|没有查]{few}处出处就夸{user}的作文",
    "{hundreds}批次还在跑，我{adv}[排了|就排了]{service}的检查",
    "第{teens}份计划上我{adv}[叫错|叫错了]{team}的班名",
    "我{adv}[推荐|推荐了]{dish}给{user}，没理会第{few}张忌口单",
    "我的{weekday}清单{adv}[带上|带上了]{teens}件做完的事",
    "{city}来的{hundreds}号表格里的小数逗号我{adv}[读错|读错了]",
    "{few}个问题以后我{adv}[不听|不再听]{user}说话",
    "我{adv}[凭记忆|凭着记忆]报{city}的{thousands}号资费",
)
