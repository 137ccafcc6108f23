"""What random commands are made of: names, texts, kinds, records, moments, verbs, problems."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

START = datetime(2026, 5, 1, 9, tzinfo=UTC)
NAMES = ("atlas", "波", "c-3.x")
ACTORS = st.sampled_from([None] * 20 + list(NAMES))
"""None: whoever recorded the memory."""
PEOPLE = st.sampled_from([None, None, "user:ann", "user:李雷"])
BOARD = st.sampled_from(["user:ann", "user:ann", "user:李雷", None])
CODE = "def total(items):\n    return sum(items)"
SECRET = "the token is ghp_0123456789abcdefghijklmnopqrstuvwxyz"


def some_of(fields: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw none, one, two or all of some fields; each being there or not would mostly give half of them."""
    few = st.lists(st.sampled_from(sorted(fields)), max_size=2, unique=True)
    return few.flatmap(lambda names: st.fixed_dictionaries({name: fields[name] for name in names}))


TEXTS = st.one_of(
    st.sampled_from(
        [
            "the build is green",
            "likes tea",
            "用户服务器部署在腾讯云国内节点",
            "步2 重跑gen-itgc后50条悬空引用清零",
            "{user} {0} %s\n---\n",
            "a\u200bb \U0001f9e0 \u202egnirts",
            CODE,
            SECRET,
        ]
    ),
    st.text(max_size=20),
)
KINDS = st.sampled_from(
    [
        "diff", "prompt", "request", "message",
        "note", "note", "decision", "decision", "evolution", "reflection", "session", "task-context",
        "module", "fact", "lesson", "preference", "practice", "pattern", "key-decision", "summary", "rumour",
    ]
)  # fmt: skip
SUBJECTS = st.lists(st.sampled_from(["user:42", "user:李雷", "user:43"]), max_size=2, unique=True)
DAYS = st.integers(-10, 10)
MOMENTS = st.builds(timedelta, days=DAYS, hours=st.sampled_from([0, 0, 3, -2])).map(lambda since: START + since)
REASON = st.sampled_from(["asked"] * 5 + ["因为"] * 5 + [None])
OPTIONAL: dict[str, st.SearchStrategy[Any]] = {
    "scope": st.sampled_from(["fleet", "team:red", None]),
    "importance": st.integers(1, 10),
    "confidence": st.integers(1, 10),
    "subjects": SUBJECTS,
    "tags": st.lists(st.sampled_from(["a", "标签"]), max_size=2),
    "key": st.sampled_from(["drink", "编辑器"]),
    "category": st.sampled_from(["rollback", "security", "routine"]),
    "source": st.sampled_from(["own", "foreign"]),
    "session": st.sampled_from(["s1", "会话"]),
    "metadata": st.just({"n": [1, {"名": None}]}),
    "occurred_at": MOMENTS,
    "because": REASON,
}
ODD: dict[str, st.SearchStrategy[Any]] = {
    "layer": st.sampled_from(["L6", "L6", "L2", "L4", "L5"]),
    "scope": st.sampled_from(["fleet", "team:blue", "agent:atlas"]),
    "trigger": st.just("it broke"),
    "valid_from": MOMENTS,
    "valid_to": MOMENTS,
    "idempotency_key": st.sampled_from(["k1", "k2", "k3"]),
}
RECORDS: st.SearchStrategy[dict[str, Any]] = st.tuples(
    st.fixed_dictionaries({"text": TEXTS, "kind": KINDS, "summary": st.just("一句话"), "trigger": st.just("it broke")})
    | st.fixed_dictionaries({"text": TEXTS, "kind": KINDS}),
    some_of(OPTIONAL),
    some_of(ODD),
).map(lambda parts: {**parts[0], **parts[1], **parts[2]})
KEYS = st.sampled_from([None] * 15 + ["k1", "k2", "k3"])
PERSON = ["user:42", "user:43"]
DEEPER = ["L4", "L3", "L4", "L4", "L5", "L6"]
NEXT = {
    "live": ("revise", "promote", "confirm", "contradict", "decay", "review", "quarantine", "forget", "archive"),
    "expired": ("forget",),
    "quarantined": ("release", "release", "review", "forget"),
    "archived": ("restore", "restore", "forget"),
    "forgotten": ("restore",),
    "merged": ("restore",),
    "superseded": ("forget",),
    "contradicted": ("forget",),
}
"""What may happen to a memory, by its status."""
VERBS = st.sampled_from([verb for verbs in NEXT.values() for verb in verbs])
TASKS = ("index", "搬家", "tests")
SESSIONS = ("s1", "会话", "s 3")
STATES: st.SearchStrategy[dict[str, Any]] = some_of(
    {
        "objective": st.sampled_from(["move the index", "迁移 索引", "", 7]),
        "target": st.sampled_from(["v2", None]),
        "confidence": st.sampled_from([1, 8, 10, 0.3, 0.95, None, 11, float("nan")]),
        "active_task": st.sampled_from(["step 1", "第二步"]),
        "done": st.just([1, {"名": None}]),
        "note": st.sampled_from(["x" * 9_000, "x" * 11_000, CODE]),
    }
)
OUTCOMES = st.sampled_from(["it works", "回滚了", CODE, ""])
SUMMARIES = st.sampled_from([None, None, "we greeted", "长" * 700, ""])
ENVELOPES: tuple[dict[str, Any], ...] = (
    {"role": "refactor", "risk": "high", "constraints": ["keep the api"], "forbidden_signals": ["secret"]},
    {"role": "Refactor", "risk": "HIGH", "constraints": ["Keep the  API"], "forbidden": ["secret"], "target": "a.py"},
    {"role": "重构", "constraints": ["保持接口"], "target": "b.py"},
    {"role": "重构", "constraints": ["保持接口"], "categories": ["performance"]},
    {"role": "speed up", "risk": 0.3, "forbidden_signals": ["slow", "slow"]},
    {"role": "leak", "constraints": [SECRET]},
    {"role": "guess", "categories": ["boredom"]},
    {"risk": "high"},
)
"""Five of three problems, and three that are refused."""
USES: dict[str, st.SearchStrategy[Any]] = {
    "outcome": st.sampled_from(["success", "rollback", None, "perhaps"]),
    "example": st.sampled_from([{"files": 3}, {"注": ["x", None]}, {"diff": CODE}, {"n": float("nan")}]),
    "scope": st.sampled_from(["fleet", "team:red", "agent:atlas"]),
    "because": REASON,
    "subjects": SUBJECTS,
    "idempotency_key": st.sampled_from(["k1", "k2", "k3"]),
}
TRAUMAS: st.SearchStrategy[dict[str, Any]] = st.tuples(
    st.fixed_dictionaries(
        {
            "category": st.sampled_from(["security", "rollback", "performance", "boredom"]),
            "because": st.sampled_from(["a key leaked", "慢"]),
            "weight": st.sampled_from([1, 1, 2.5, 0.001, 100, 0, -1, float("nan"), 1e9]),
        }
    ),
    some_of(
        {
            "envelope": st.sampled_from(ENVELOPES),
            "scope": st.sampled_from(["fleet", "team:red", "agent:atlas"]),
            "subjects": SUBJECTS,
            "idempotency_key": st.sampled_from(["k1", "k2", "k3"]),
        }
    ),
).map(lambda parts: {**parts[0], **parts[1]})
JUDGEMENTS = st.sampled_from(["right", "wrong", "mixed", "success", "failure", "perhaps"])
LINES = st.lists(st.sampled_from(["be kind", "say why", "不要撒谎", "ask first"]), max_size=3, unique=True)
