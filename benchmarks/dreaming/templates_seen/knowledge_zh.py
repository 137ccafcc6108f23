"""What is known for long, in Chinese."""

from ..shapes import Conflict, Entry, Group

ENTRIES = (
    Entry("{rare}驯鹰场偏爱{rare2}打蜡的皮套", "苍鹰撕破{few}副薄皮套"),
    Entry("{rare}铅字印在{rare2}羊皮纸会晕墨", "{tens}张喜帖晕墨作废"),
    Entry("{rare}日晷比{rare2}那座慢半刻", "学童量影子发现{few}处不符"),
    Entry("{rare}古琴配{rare2}丝弦须避潮霉", "梅雨里断了{few}根丝弦"),
    Entry("{rare}养蜂人用{rare2}苔藓熏巢", "黄昏飞走{few}窝蜂群"),
    Entry("{rare}螺钿胶须配{rare2}竹夹阴干", "漆盒边缘翘起{few}道缝"),
    Entry("{rare}放鸢人不信{rare2}式提线结", "{few}只纸鸢栽进沙丘"),
    Entry("{rare}砚石磨墨胜过{rare2}砚台", "墨锭磨出{teens}道裂痕"),
    Entry("{rare}采菌人绕开{rare2}桦林", "毒牛肝菌混进{few}只竹篓"),
    Entry("{rare}皮影匠雕{rare2}椴木下颌", "皮影断颌在第{few}折戏"),
    Entry("{rare}望远镜片在{rare2}穹顶起雾", "{tens}名观星客看糊土星"),
    Entry("{rare}果酒坊最末掺{rare2}山楂", "{few}桶酒酿酸成醋"),
)
KEPT = (
    "租约卷宗{rare}第{teens}条由{rare2}谈定，涉及{city}库房",
    "保险夹{rare}覆盖{few}辆货车，公估人{rare2}存有原件",
    "容灾演练{rare}要求{service}在{hour}前于{rare2}站恢复",
    "{product}的托管箱{rare}由公证人{rare2}保管第{few}把钥匙",
    "厂址{rare}紧急联系走{rare2}的{hundreds}号呼机",
    "标书{rare}要附证明{rare2}和{few}份签字声明",
    "审计线索{rare}从账本第{hundreds}页开始，{rare2}核过",
    "报关行{rare}凭许可{rare2}放行，限额{thousands}",
    "备用转子{rare}放在{rare2}货架第{few}层",
    "银行授权{rare}准许{rare2}签{thousands}元以内",
    "档案箱{rare}连同{tens}个夹子进了{rare2}库",
    "现场勘察{rare}在{rare2}柱旁发现{few}处裂缝",
)
PROMOTABLE = (
    Entry("{city}节假日前{few}天冻结{service}发布", "节日里停机{teens}小时"),
    Entry("议程要提前{tens}分钟发{user}，不然会议改期", "一个月里改期{few}次"),
    Entry("{service}日志到{hundreds}兆就轮转，晚了会卡住", "{hour}时{service}磁盘写满"),
    Entry("{product}合同寄{city}之前先核对税号", "{thousands}元的合同被退回"),
    Entry("去{city}的班车给晚到客人留{few}个座", "{user}在{hour}被落在车站"),
    Entry("{service}超过{hundreds}行的改动先点名评审人", "有改动搁了{tens}天"),
    Entry("{product}发布会提前{tens}天订{city}的会场", "{product}发布没有会场"),
    Entry("在{city}烤{dish}要多预热{teens}分钟", "{tens}份{dish}没熟就端出去"),
    Entry("超过{thousands}的数字要跟{user}确认两遍", "{hour}多写一个零报给了董事会"),
    Entry("{service}工作进程停机前先排空{tens}秒", "重启时丢了{hundreds}个任务"),
    Entry("{city}的{product}样品存放低于{teens}度", "{hundreds}件样品变质"),
    Entry("调价要提前{few}天告诉{team}", "{tens}位顾客看到旧价"),
)
MERGES = (
    Group(
        "briefings",
        ("{user}偏好{hundreds}字摘要", "{user}喜欢要点列表", "{user}要求风险写在最前", "{user}爱看结尾{few}行展望"),
        ("{user}可能不喜欢表格", "{user}似乎跳过脚注"),
    ),
    Group(
        "flights",
        ("{user}偏好靠近出口坐", "{user}喜欢{hour}前落地", "{user}只带登机箱", "{user}每程都积里程"),
        ("{user}也许避开红眼航班", "{user}或许要素食餐"),
    ),
    Group(
        "code-review",
        ("{user}要提交少于{hundreds}行", "{user}要求修复带测试", "{user}偏好注释写原因", "{user}喜欢附页面截图"),
        ("{user}可能反感表情符号", "{user}似乎爱变基"),
    ),
    Group(
        "hotels",
        ("{user}偏好{few}楼以上房间", "{user}要含早餐", "{user}喜欢靠窗书桌", "{user}要求{hour}后入住"),
        ("{user}也许介意地毯", "{user}可能需要熨斗"),
    ),
    Group(
        "meetings",
        ("{user}喜欢{tens}分钟的会", "{user}要求每个行动有负责人", "{user}偏好关摄像头", "{user}上午不接电话"),
        ("{user}或许喜欢边走边谈", "{user}似乎不爱圆桌"),
    ),
    Group(
        "lunch",
        ("{user}喜欢先喝汤", "{user}要无麸质面包", "{user}忙时偏好{dish}", "{user}喝不带气的水"),
        ("{user}可能不吃蒜", "{user}也许爱辣酱"),
    ),
    Group(
        "reports",
        ("{user}偏好数字取整到千", "{user}要求图下注来源", "{user}喜欢去年今年并列", "{user}用平板阅读"),
        ("{user}似乎打印附录", "{user}或许想听音频"),
    ),
    Group(
        "deployment",
        ("{user}偏好{hour}前发布", "{user}要求新功能带开关", "{user}喜欢灰度百分之{pct}", "{user}先要变更清单"),
        ("{user}也许怕动数据库", "{user}可能要第二审批人"),
    ),
    Group(
        "fitness",
        ("{user}偏好午间拉伸", "{user}认为{thousands}步足够", "{user}喜欢起身提醒", "{user}周末不要训练"),
        ("{user}或许喜欢划船", "{user}似乎不爱健身房"),
    ),
    Group(
        "support",
        ("{user}要求{few}小时内回电", "{user}偏好聊天而非邮件", "{user}喜欢编号步骤", "{user}只要一位对接人"),
        ("{user}可能不爱填问卷", "{user}也许想看视频"),
    ),
    Group(
        "slides",
        ("{user}偏好深色幻灯片", "{user}要求最多{teens}页", "{user}喜欢一页一个观点", "{user}要演讲备注"),
        ("{user}似乎不爱动画", "{user}或许喜欢引语"),
    ),
    Group(
        "gifts",
        ("{user}喜欢送伙伴书", "{user}礼物不超{tens}元", "{user}偏好手写卡片", "{user}要本地作坊"),
        ("{user}也许不送酒", "{user}可能喜欢盆栽"),
    ),
)
CONFLICTS = (
    Conflict("train-seats", "{user}坐火车偏好靠窗", "{user}坐火车偏好过道", "{user}喜欢提早上车"),
    Conflict("report-size", "{user}要{hundreds}字的报告", "{user}要{thousands}字的报告", "{user}喜欢封面"),
    Conflict("editor-theme", "{user}用深色主题", "{user}用浅色主题", "{user}要大号字体"),
    Conflict("call-time", "{user}上午接电话", "{user}晚上接电话", "{user}用耳麦"),
    Conflict("tea", "{user}喝茶加奶", "{user}喝茶不加奶", "{user}喜欢大杯"),
    Conflict("numbers", "{user}写日期日在前", "{user}写日期月在前", "{user}要协调世界时"),
    Conflict("mail", "{user}只在{weekday}看邮件", "{user}除{weekday}外天天看邮件", "{user}按项目归档"),
    Conflict("diet", "{user}吃肉", "{user}不吃肉", "{user}喜欢小份"),
    Conflict("charts", "{user}柱状图偏好紫色", "{user}柱状图偏好青色", "{user}要图例在下"),
    Conflict("office", "{user}冬天在{city}办公", "{user}冬天在{city2}办公", "{user}要第二块屏幕"),
    Conflict("language", "{user}要英文回答", "{user}要德文回答", "{user}喜欢简短问候"),
    Conflict("backup", "{user}备份留三份", "{user}备份留四份", "{user}硬盘按年份贴标"),
)
IMPORTANT = (
    Entry("没有{few}小时内的转储，绝不跑{service}迁移", "丢过{thousands}张订单"),
    Entry("{city}时钟偏{few}秒，{product}的付款就停", "{hour}所有刷卡失败"),
    Entry("{product}的法律保全覆盖{few}年邮件", "法院要的邮件晚了{tens}天"),
    Entry("{hour}后只有两人能开{city}金库", "{teens}号金库敞开一夜"),
    Entry("{few}个站点的审计选{product}而不选对手", "对手有{teens}项没过"),
    Entry("{service}每次发布要能在{tens}分钟内退回", "退回花了{few}小时"),
    Entry("{user}的病历只放在{city}服务器", "副本误传到{city2}共{few}次"),
    Entry("{product}价目表最先给{user}看", "伙伴先看到第{teens}版"),
    Entry("{service}的{hundreds}号告警必是丢数据", "{hundreds}号告警被静音{few}夜"),
    Entry("{service}切换时最先通知{team}", "{team}毫无准备接了{tens}通电话"),
    Entry("{thousands}元以上合同经{city}律师过目", "第{teens}页条款让我们吃亏"),
    Entry("{dish}的过敏卡由{few}位厨师核对", "{city}客人{hour}送医"),
)
SECURITY = (
    "决定永久关闭{service}的{thousands}端口，依据{city}扫描",
    "决定{hour}起收回{user}在{service}的管理权限",
    "决定把{service}签名硬件移到{city}第{few}槽",
    "决定拦截外部传给{product}的{hundreds}MB以上文件",
    "决定{team}用{product}要双重验证，第{few}批",
    "决定{team}丢失的笔记本{tens}分钟内抹除",
    "决定{city}收发室禁止宏文件，规则{hundreds}",
    "决定每{tens}天复核{service}访客账号",
    "决定把{service}与{city}访客网隔开，{teens}区",
    "决定{product}合同打印件{few}天后碎掉",
    "决定记录{service}超过{thousands}行的每次导出",
    "决定{weekday}{hour}冻结供应商对{product}的访问",
)
OBSERVATIONS = (
    "问题不到{teens}个字时我{adv}[回答|回答得]{user}太长",
    "我{adv}[猜测|猜了]{service}的区域，没有看手册第{few}页",
    "引用{thousands}以上的数字时我{adv}[忘记|忘了]注明来源",
    "我给{city}行程做的计划{adv}[漏掉|漏了]{tens}分钟换乘",
    "我{adv}[没看|没有看]{few}条未决评论就动手改{service}",
    "我写的{product}通话纪要{adv}[漏掉|漏了]第{tens}分钟后的决定",
    "{hundreds}行以下的改动我{adv}[两次|两次都]请{user}批准",
    "我{adv}[弄混|弄混了]{product}合同第{few}稿和第{teens}稿",
    "我给{team}的估算{adv}[偏低|偏低了]百分之{pct}",
    "我{adv}[重复|重复了]{weekday}给{user}的提醒，事情早已做完",
    "我{adv}[相信|相信了]{service}超过{few}小时的缓存数字",
    "第{teens}份菜单上我把{city}客人的{dish}{adv}[逐字|逐字地]翻译",
)
