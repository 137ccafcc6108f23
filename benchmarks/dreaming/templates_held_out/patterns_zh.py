"""What is noticed again and again, in Chinese; not looked at while tuning."""

from ..shapes import Pattern

PATTERNS = (
    Pattern(
        "来自{city}的工单{adv}[附上|附带]{tens}行以内的日志解决得更早",
        ("日志{tens}行以内，来自{city}的工单解决更早", "{city}的工单附上{tens}行以内日志，解决得早"),
        ("解决时间的中位数降低{pct}%", "二线同事称赞日志简短"),
    ),
    Pattern(
        "{user}{adv}[只看|只肯看]{few}页以内的双栏译稿",
        ("双栏译稿{few}页以内{user}才看", "译稿双栏、{few}页以内，{user}只看这种"),
        ("有{tens}份长译稿原样退回", "短译稿当晚就签了字"),
    ),
    Pattern(
        "{city}{few}号厂房的传感器{adv}[过了|一过]{hour}就漂移",
        ("过了{hour}，{city}{few}号厂房传感器漂移", "传感器漂移出现在{city}{few}号厂房，{hour}过后"),
        ("重新校准后读数变化{pct}%", "夜班门卫动过暖气"),
    ),
    Pattern(
        "早餐吃{dish}再喝{hundreds}毫升水，{user}{adv}[跑得更好|跑得更好了]",
        ("{user}早餐吃{dish}、喝水{hundreds}毫升，跑得更好", "跑得更好的日子：{user}早餐{dish}，水{hundreds}毫升"),
        ("每公里快了{few}秒", "跑步日记里没有再写抽筋"),
    ),
    Pattern(
        "标签朝外时{team}{adv}[装完|能装完]一车托盘只要{tens}分钟",
        ("{team}装完一车托盘{tens}分钟，标签朝外", "托盘标签朝外，{team}一车{tens}分钟装完"),
        ("堆场加班减少{pct}%", "班长把照片贴在大门旁"),
    ),
    Pattern(
        "段数到{thousands}以后{service}重建索引{adv}[会堵住|堵住]写入",
        ("{service}段数到{thousands}，重建索引就堵住写入", "写入堵住：{service}重建索引，段数{thousands}以后"),
        ("提前合并段，吞吐多了{pct}%", "值班记录把重建写成原因"),
    ),
    Pattern(
        "{user}{adv}[记单词|背单词]每组{teens}张卡片、{hour}开始记得最牢",
        ("{hour}开始、每组{teens}张卡片，{user}单词记得牢", "单词卡片每组{teens}张，{user}{hour}开始记最牢"),
        ("测验保持率为{pct}%", "{user}想给第二门外语也做卡片"),
    ),
    Pattern(
        "{product}的住客等确认超过{few}小时{adv}[就会取消|会取消]",
        ("等确认超过{few}小时，{product}住客就取消", "住客取消{product}，因为等确认超过{few}小时"),
        ("即时确认之后取消少了{pct}%", "有住客写道没有回音等于拒绝"),
    ),
    Pattern(
        "打印在{colour}纸上、A{few}大小的样稿{user}{adv}[定得快|定得更快]",
        ("样稿用{colour}纸A{few}大小，{user}定得快", "{user}定样稿快，纸要{colour}、A{few}大小"),
        ("定稿少用了{tens}小时", "{user}把两张样稿钉在桌前"),
    ),
    Pattern(
        "{weekday}交接{adv}[会漏掉|漏掉]{city}{hour}以后新开的案子",
        ("{city}{hour}以后新开的案子，{weekday}交接漏掉", "{weekday}的交接漏掉案子：{city}、{hour}以后新开"),
        ("有{few}个案子压了整个周末", "{city}的组长下班前改为打电话"),
    ),
    Pattern(
        "{hour}以后看屏幕又喝{few}杯咖啡，{user}{adv}[睡得差|睡得更差]",
        ("{user}喝{few}杯咖啡、{hour}以后看屏幕，睡得差", "睡得差：{user}{hour}以后看屏幕，咖啡{few}杯"),
        ("手表记录的深睡少了{pct}%", "{user}把平板放进了厨房"),
    ),
    Pattern(
        "{product}的报价把{pct2}%折扣写在第{few}行{adv}[容易成交|更容易成交]",
        ("折扣{pct2}%写在第{few}行，{product}报价容易成交", "容易成交的{product}报价：第{few}行写{pct2}%折扣"),
        ("成交率上升千分之{tens}", "销售台照抄了这个版式"),
    ),
)
