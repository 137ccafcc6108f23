"""The shapes that lines of source code have, each with a weight: how sure one line of that shape makes.

`SURE` needs no second line. The others add up, see `source_code`. A shape is matched at the beginning of a line without
its indentation; `ANYWHERE` lists the few that give code away in the middle of a sentence. Patterns hold no nested
repetition, and lines are cut before they are matched, so time grows with the text and no faster.
"""

import re
from functools import lru_cache
from typing import NamedTuple

SURE = 4
STRONG = 2
WEAK = 1


class Shape(NamedTuple):
    """What a line can look like."""

    weight: int
    language: str | None
    """None: many languages have it."""
    pattern: re.Pattern[str]


Rule = tuple[int, str | None, str]

_PY, _JS, _JAVA, _C, _GO, _RUST, _SQL, _SH = "Python", "JavaScript", "Java", "C or C++", "Go", "Rust", "SQL", "shell"

_C_TYPE = (
    r"(?:(?:static|inline|const|constexpr|unsigned|signed|extern|volatile|struct|enum|virtual|explicit|final)\s+){0,4}"
    r"(?:void|int|char|float|double|long|short|bool|boolean|byte|auto|size_t|ssize_t|u?int\d{1,2}_t|[A-Z]\w*|\w+_t|std::\w+)"
)

_MODULES = (
    "os|sys|re|json|math|io|ast|csv|asyncio|argparse|contextlib|dataclasses|datetime|functools|hashlib|itertools|logging|"
    "numpy|pandas|pathlib|pytest|shutil|sqlite3|subprocess|tempfile|threading|torch|typing|unittest|urllib|uuid"
)
"""Names of modules that are no words of prose."""

_BY_FIRST_WORD: dict[str, tuple[Rule, ...]] = {
    "def": ((SURE, _PY, r"def\s+\w+\s*\(.*(?:[:,(]|\.\.\.)$|def\s+\w+\s*\([^()]*\)(?:\s*->[^:]*)?:\s*\S"),),
    "async": (
        (SURE, _PY, r"async\s+(?:def\s+\w+\s*\(|with\s.*:$|for\s.*:$)"),
        (SURE, _JS, r"async\s+(?:function\b|\w*\s*\(.*[{>]$)"),
        (SURE, _RUST, r"async\s+fn\s"),
    ),
    "class": (
        (SURE, _PY, r"class\s+\w+\s*(?:\([\w., =\[\]\"']*\))?:$"),
        (SURE, _JS, r"class\s+\w+(?:\s+extends\s+[\w.]+)?\s*\{"),
        (SURE, _C, r"class\s+\w+(?:\s*:\s*(?:public|private|protected)\s|;)|class\s+\w.*\{$"),
    ),
    "from": ((SURE, _PY, r"from\s+\.*[\w.]*\s+import\s+(?:\(|\*|\w+(?:\s+as\s+\w+)?(?:,\s*(?:\w+(?:\s+as\s+\w+)?|\\))*,?$)"), (STRONG, _SQL, r"FROM\s+[\w.\"`]+(?:\s+(?:AS\s+)?\w+)?(?:,.*|;)?$")),
    "import": (
        (SURE, _JS, r"import\s.*\bfrom\s+['\"]|import\s+['\"][^'\"]+['\"];?$|import\s+(?:type\s+)?\{"),
        (SURE, _JAVA, r"import\s+(?:static\s+)?[\w.]+(?:\.\*)?;$"),
        (SURE, _GO, r"import\s+(?:\(|\"[^\"]+\"$)"),
        (SURE, _PY, r"import\s+\w+(?:(?:\.\w+)*\s+as\s+\w+|(?:\.\w+)+|\s+as\s+\w+|(?:,\s*\w+)+)(?:\s*#.*)?$"),
        (SURE, _PY, rf"import\s+(?:{_MODULES})$"),
        (STRONG, _PY, r"import\s+\w+$"),
    ),
    "if": (
        (SURE, _PY, r"if\s+__name__\s*==|if\s+.*(?:\bis\s+(?:not\s+)?None|\w\(.*\)|\w\[.*\]|==|!=|\snot\sin\s|\w\.\w+|\s<=?\s|\s>=?\s).*:$"),
        (SURE, _GO, r"if\s+.*\berr\s*!=\s*nil\s*\{|if\s+(?=[^()]*[=!<>]).*\{$"),
        (SURE, _SH, r"if\s+(?:!\s+)?\[.*\](?:;\s*then)?|if\s.*;\s*then\b"),
        (SURE, None, r"if\s*\(.*\)\s*(?:\{|return\b|[\w.]+\(.*\);|\w+\s*=|throw\b|continue;|break;)"),
        (STRONG, _PY, r"if\s+(?:not\s+)?[\w.]+(?:\(.*\)|\[.*\])?\s*(?:$|:$)"),
        (3, _PY, r"if\s+.*(?:==|!=|<|>|\bin\b|\bis\b|\(|\[|\.\w|\band\s+not\b|\bor\s+not\b|_).*:$"),
        (STRONG, None, r"if\s*\(.*\)?[^.。]$"),
        (SURE, _RUST, r"if\s+let\s+.*\{"),
    ),
    "elif": ((SURE, _PY, r"elif\s.*:$"), (SURE, _SH, r"elif\s.*(?:then|\])$")),
    "else": ((STRONG, None, r"else\s*(?::|\{)?$"), (SURE, None, r"else\s+if\s*\(|else\s+if\s.*\{$|else\s*\{")),
    "for": (
        (SURE, None, r"for\s*\(.*(?:;|\w\s?:\s|\sof\s|\sin\s)"),
        (SURE, _PY, r"for\s+\(?\w+(?:,\s*\(?\w+\)?)*\)?\s+in\s+\S*[(.\[_]\S*.*:$"),
        (3, _PY, r"for\s+[\w(,. )*]+\s+in\s+\S.*:$"),
        (SURE, _SH, r"for\s+\w+\s+in\s.*(?:;\s*do\b.*|\$.*)$"),
        (SURE, _GO, r"for\s+.*(?::=|\brange\b|\bin\b).*\{$|for\s*\{$"),
    ),
    "while": (
        (SURE, None, r"while\s*\(.*\)\s*(?:\{.*|;)?$"),
        (3, _PY, r"while\s+[\w.()\[\]!=<>\"' -]+:$"),
        (SURE, _SH, r"while\s+.*(?:;\s*do\b|\bread\b)"),
        (SURE, _RUST, r"while\s.*\{$"),
    ),
    "with": ((SURE, _PY, r"with\s+[\w.]+(?:\(.*\)(?:\s+as\s+\w+)?|\s+as\s+\w+)(?:,.*)?:$"),),
    "try": ((STRONG, _PY, r"try:$"), (SURE, None, r"try\s*(?:\(.*)?\{")),
    "except": ((SURE, _PY, r"except(?:\s+\(?[\w., ]+\)?(?:\s+as\s+\w+)?)?:"),),
    "finally": ((STRONG, _PY, r"finally:$"), (SURE, None, r"finally\s*\{")),
    "catch": ((SURE, None, r"catch\s*\(.*\)\s*\{?$|catch\s*\{"),),
    "return": (
        (SURE, None, r"return\s+(?:await\s+)?\w+(?:\.\w+)*(?:\(.*\)|::.*|\[.+\])(?:[.;)].*)?$"),
        (3, None, r"return\b[^.。]*;$|return\s+.*[({\[]$|return\s+(?:&|\*|!|-)?[\w.]+(?:\(.*\)|\[.*\]|\{.*\})|return\s+\S.*(?:==|!=|&&|\|\||=>| \+ | if .* else )"),
        (STRONG, None, r"return\s+(?:[\w.]+|['\"\[{(].*|not\s\S+|-?\d+)$"),
        (WEAK, None, r"return$"),
    ),
    "yield": ((3, _PY, r"yield\s+(?:from\s+)?[\w.\[({'\"].*[^.。]$"),),
    "raise": ((SURE, _PY, r"raise\s+[\w.]+\("), (STRONG, _PY, r"raise(?:\s+[A-Z]\w+)?$")),
    "assert": ((3, _PY, r"assert\s+\S+(?:\(| (?:==|!=|is|in|not|<|>|<=|>=) ).*"), (STRONG, _PY, r"assert\s+[\w.!(]+$")),
    "pass": ((WEAK, _PY, r"pass$"),),
    "continue": ((WEAK, None, r"continue$"), (STRONG, None, r"continue;$")),
    "break": ((WEAK, None, r"break$"), (STRONG, None, r"break;$")),
    "del": ((STRONG, _PY, r"del\s+[\w.]+(?:\[.*\])?$"),),
    "printf": ((SURE, _C, r"printf\s*\(\s*\".*"),),
    "lambda": ((SURE, _PY, r"lambda\s[\w, *]*:\s*\S"),),
    "print": ((SURE, _PY, r"print\(f?[\"'].*\)$"), (3, _PY, r"print\(.*\)?$")),
    "await": ((SURE, _JS, r"await\s+[\w.]+[(<]"),),
    "const": (
        (SURE, _JS, r"const\s+(?:[\w$]+(?:\s*:\s*[^=]+)?|[{\[].*[}\]])\s*=\s*\S"),
        (SURE, _JS, r"const\s*[{\[]|const\s+\w+\s*=$"),
        (SURE, _GO, r"const\s*\("),
        (SURE, _C, r"const\s+[\w:<>]++(?:\s*[*&]+\s*|\s+)\w++\s*(?:\[.*\]\s*)?=.*[;{(,]$"),
        (3, _C, r"const\s+[\w:<>]++(?:\s*[*&]+\s*|\s+)\w.*[;{(,)]$"),
        (SURE, _RUST, r"const\s+\w+\s*:.*=.*"),
    ),
    "let": (
        (SURE, _RUST, r"let\s+mut\s|let\s+(?:Some|Ok|Err)\(|let\s+[\w(), ]+:\s*[\w&<>:\[\]]+\s*=.*;$"),
        (SURE, _JS, r"let\s+[\w$\[\]{}, ]+(?:\s*:\s*[\w<>\[\]| .]+)?\s*=\s*.*[;({\[,]$|let\s+\w+(?:,\s*\w+)*;$"),
        (SURE, _JS, r"let\s+\w+\s*=\s*\w+[.(\[]"),
        (3, _JS, r"let\s+\w+\s*=\s*\S+[^.。]*$"),
    ),
    "var": (
        (SURE, _JS, r"var\s+[\w$]+\s*(?:=\s*\S.*|;|,)$|var\s+[\w$]+(?:,\s*[\w$]+)*;"),
        (SURE, _GO, r"var\s*\(|var\s+\w+\s+(?:[*\[]|=)"),
        (3, _GO, r"var\s+\w+\s+[\w.]+(?:\s*=.*)?$"),
    ),
    "function": ((SURE, _JS, r"function\s*\*?\s*[\w$]*\s*(?:<.*>)?\(.*(?:[{,(:)]|\)\s*:.*;)$|function\s*[\w$]*\s*\(.*\)\s*\{"), (SURE, _SH, r"function\s+[\w-]+\s*(?:\(\))?\s*\{")),
    "export": (
        (SURE, _JS, r"export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:const|let|var|function|class|interface|type|enum|async|namespace)\s+[\w{]+.*(?:[{;(,=\[<>|]|=.*)$|export\s*(?:type\s*)?[{*]|export\s+default\s+\S.*[;{(]$"),
        (SURE, _JS, r"export\s+(?:declare\s+)?(?:const|function|type|interface|enum|class)\s+\w+\s*[:=(<{]"),
        (3, _SH, r"export\s+\w+=\S"),
    ),
    "declare": ((SURE, _JS, r"declare\s+(?:const|function|class|module|global|let|var|type|namespace|module)\b.*"), (3, _SH, r"declare\s+-")),
    "interface": ((SURE, _JS, r"interface\s+\w.*\{$"),),
    "type": (
        (SURE, _GO, r"type\s+\w+(?:\[.*\])?\s+(?:struct|interface|func)\b|type\s*\($"),
        (SURE, _JS, r"type\s+\w+(?:<.*>)?\s*=\s*(?:.*[;{|&<(\[\"']|$)"),
        (3, _GO, r"type\s+[A-Za-z]\w*\s+(?:map|\[\]|\*|u?int\d*|string|byte|float\d*|bool)\S*$"),
        (STRONG, _RUST, r"type\s+\w.*=.*;$"),
    ),
    "enum": ((SURE, None, r"enum\s+(?:class\s+)?.*\{"),),
    "module": ((SURE, _JS, r"module\.exports\b"),),
    "exports": ((SURE, _JS, r"exports\.\w+\s*="),),
    "public": ((SURE, _JAVA, r"public\s+(?:(?:static|final|abstract|synchronized|native|default|async|override|readonly|class|interface|enum)\s+)*[\w<>\[\]., ?]++(?:\(.*|\{|;|=.*|:\s*[\w.<>\[\]| ]+;)$"), (SURE, _C, r"public:$")),
    "private": ((SURE, _JAVA, r"private\s+(?:(?:static|final|abstract|synchronized|native|async|override|readonly|class|interface|enum|transient|volatile)\s+)*[\w<>\[\]., ?]++(?:\(.*|\{|;|=.*|:\s*[\w.<>\[\]| ]+;)$"), (SURE, _C, r"private:$")),
    "protected": ((SURE, _JAVA, r"protected\s+(?:(?:static|final|abstract|synchronized|native|async|override|readonly|class)\s+)*[\w<>\[\]., ?]++(?:\(.*|\{|;|=.*|:\s*[\w.<>\[\]| ]+;)$"), (SURE, _C, r"protected:$")),
    "final": ((SURE, _JAVA, r"final\s+[\w<>\[\].]+\s+\w+\s*(?:=.*|;)$|final\s+class\b.*\{"),),
    "static": (
        (
            SURE,
            _C,
            r"static\s+(?:(?:inline|const|final|unsigned|struct|mut)\s+)*+\w[\w:]*+(?:<[^()=;]*>)?[\s*&]+\w++\s*[(\[;={,]|static\s*\{",
        ),
        (STRONG, _C, r"static\s+(?:inline\s+|const\s+|unsigned\s+|struct\s+)*(?:void|int|char|bool|\w+_t)\b.*"),
        (SURE, _RUST, r"static\s+\w+:\s"),
    ),
    "package": ((SURE, _JAVA, r"package\s+[\w.]+;$"), (STRONG, _GO, r"package\s+[a-z]\w*$")),
    "new": ((STRONG, None, r"new\s+[\w.<>]+\(.*"),),
    "throw": ((SURE, None, r"throw\s+(?:new\s+)?\w.*;$|throw\s+[\w.]+\(|throw\s+new\s+\w+\("),),
    "switch": ((SURE, None, r"switch\s*\(.*\)?\s*\{?$|switch\s.*\{$"),),
    "case": (
        (3, None, r"case\s+[\w.:'\"-]+(?:\(.*\))?(?:,.*)?:(?:\s*(?:return\b|break;|\{|[\w.]+\(|\w+\s*=).*)?$"),
        (SURE, _SH, r"case\s.*\bin$"),
    ),
    "default": ((STRONG, None, r"default\s*:$|default\s*:\s*(?:return|break|throw)\b.*"),),
    "using": ((SURE, _C, r"using\s+(?:namespace\s+[\w:]+;|[\w:]+(?:\s*=.*)?;)|using\s+\w+\s*=.*"),),
    "namespace": ((SURE, _C, r"namespace\b.*\{$"), (STRONG, _C, r"namespace\s+[\w:]+$")),
    "template": ((SURE, _C, r"template\s*<"),),
    "typedef": ((SURE, _C, r"typedef\s+\w.*[;{(,\w]$"),),
    "typename": ((SURE, _C, r"typename\b.*[>,=:;]"),),
    "struct": ((SURE, _C, r"struct\s+.*[{;]$|struct\s+\w+\s*\*+\s*\w+"), (STRONG, _C, r"struct\s+\w+$")),
    "union": ((SURE, _C, r"union\s*\w*\s*\{"), (STRONG, _SQL, r"UNION(?:\s+ALL)?$")),
    "extern": ((SURE, _C, r"extern\s+(?:\"C\"|\w.*;$|\w+\s+[\w*]+\s*.*\()|extern\s+crate\b"),),
    "operator": ((SURE, _C, r"operator\s*\S+\s*\("),),
    "friend": ((SURE, _C, r"friend\s+\w.*[;{(]"),),
    "virtual": ((SURE, _C, r"virtual\s+[\w~:<>]+.*\("),),
    "explicit": ((SURE, _C, r"explicit\s+\w+\s*\("),),
    "inline": ((SURE, _C, r"inline\s+\w.*[({]"), (STRONG, _C, r"inline\s+\w+(?:\s+[\w:*&]+)?$")),
    "constexpr": ((SURE, _C, r"constexpr\s+\w+"),),
    "delete": ((STRONG, None, r"delete\s+[\w.\[\]]+;?$"),),
    "goto": ((SURE, _C, r"goto\s+\w+;"),),
    "do": ((STRONG, None, r"do$"), (SURE, None, r"do\s*\{")),
    "func": ((SURE, _GO, r"func\s*(?:\([^()]*\)\s*)?\w*(?:\[.*\])?\s*\(.*[{,(]$|func\s+\w+\(.*\{.*\}"),),
    "defer": ((SURE, _GO, r"defer\s+[\w.]+[({]"),),
    "go": ((SURE, _GO, r"go\s+(?:func\b|[\w.]+\(.*\)$)"),),
    "select": ((SURE, _GO, r"select\s*\{$"), (3, _SQL, r"SELECT(?:\s+\S.*)?$")),
    "fn": ((SURE, _RUST, r"fn\s+\w+\s*(?:<.*>)?\s*\(.*"),),
    "pub": ((SURE, _RUST, r"pub(?:\([\w: ]+\))?\s+(?:fn|struct|enum|mod|use|const|static|trait|type|unsafe|async|crate|extern)\b|pub(?:\(\w+\))?\s+\w+\s*:\s*.*,?$"),),
    "impl": ((SURE, _RUST, r"impl\b.*(?:\{|for\s+\S+)"), (3, _RUST, r"impl\s*<")),
    "trait": ((SURE, _RUST, r"trait\s+\w.*\{$"),),
    "use": ((SURE, _RUST, r"use\s+[\w:]+(?:::|;$)"), (SURE, _SQL, r"USE\s+`?\w+`?;$")),
    "mod": ((SURE, _RUST, r"mod\s+\w+\s*[;{]$"),),
    "match": ((SURE, _RUST, r"match\s+\S.*\{$"), (SURE, _PY, r"match\s+[\w.]+:$")),
    "loop": ((SURE, _RUST, r"loop\s*\{$"),),
    "unsafe": ((SURE, _RUST, r"unsafe\s+(?:\{|impl|fn|extern)"),),
    "where": ((STRONG, _SQL, r"WHERE\s+\S+\s*(?:=|<|>|!|IN\b|IS\b|LIKE\b|NOT\b)"), (STRONG, _RUST, r"where$")),
    "macro_rules": ((SURE, _RUST, r"macro_rules!\s"),),
    "echo": ((3, _SH, r"echo\s+(?:-[neE]+\s+)?(?:[\"'$].*|.*(?:\||>|\$).*)$"),),
    "fi": ((3, _SH, r"fi(?:;|$|\s*\|\|)"),),
    "done": ((WEAK, _SH, r"done$"), (SURE, _SH, r"done\s*(?:<|\||;|>)")),
    "then": ((3, _SH, r"then$"),),
    "esac": ((SURE, _SH, r"esac$"),),
    "local": ((3, _SH, r"local\s+(?:-\w\s+)?\w+(?:=.*|(?:\s\w+)*)$"),),
    "set": ((SURE, _SH, r"set\s+[-+][a-zA-Z]\b|set\s+--\s"), (3, _SQL, r"SET\s+\S+\s*=.*|SET\s+\w+\s+TO\s")),
    "unset": ((STRONG, _SH, r"unset\s+\w+"),),
    "shift": ((STRONG, _SH, r"shift$"),),
    "exit": ((STRONG, _SH, r"exit(?:\s+(?:\d+|\$\S+))?;?$"),),
    "exec": ((3, _SH, r"exec\s+[\"$/\w].*[\"$@|>].*"),),
    "eval": ((3, _SH, r"eval\s+[\"$`]"),),
    "test": ((3, _SH, r"test\s+-\w\s|test\s+\".*\"\s*(?:=|!=|-)"),),
    "source": ((STRONG, _SH, r"source\s+[\"$./~]\S*$"),),
    "trap": ((3, _SH, r"trap\s+.*\b(?:EXIT|INT|TERM|0)\b"),),
    "create": ((SURE, _SQL, r"CREATE\s+(?:OR\s+REPLACE\s+)?(?:GLOBAL\s+|LOCAL\s+|TEMP\s+|TEMPORARY\s+|UNIQUE\s+|UNLOGGED\s+|CONSTRAINT\s+)?(?:TABLE|INDEX|VIEW|FUNCTION|PROCEDURE|TRIGGER|TYPE|EXTENSION|SCHEMA|DATABASE|OPERATOR|AGGREGATE|SEQUENCE|CAST|RULE|ROLE|USER|DOMAIN|MATERIALIZED|EVENT|POLICY|COLLATION)\b.*"),),
    "alter": ((SURE, _SQL, r"ALTER\s+(?:TABLE|INDEX|VIEW|FUNCTION|TYPE|EXTENSION|SCHEMA|DATABASE|OPERATOR|SEQUENCE|ROLE|USER|DEFAULT|COLUMN)\b\s*\S.*"),),
    "drop": ((SURE, _SQL, r"DROP\s+(?:TABLE|INDEX|VIEW|FUNCTION|PROCEDURE|TRIGGER|TYPE|EXTENSION|SCHEMA|DATABASE|SEQUENCE|AGGREGATE|OPERATOR|COLUMN|CAST|CONSTRAINT)\s+(?:IF\s+EXISTS\s+)?\S.*[;,)(\w]$"),),
    "insert": ((SURE, _SQL, r"INSERT\s+(?:IGNORE\s+|OR\s+\w+\s+)?INTO\s+\S+"),),
    "update": ((SURE, _SQL, r"UPDATE\s+\S+\s+SET\b"), (STRONG, _SQL, r"UPDATE\s+[\w.\"`]+$")),
    "replace": ((SURE, _SQL, r"REPLACE\s+INTO\s+\S+"),),
    "grant": ((SURE, _SQL, r"GRANT\s+.*\b(?:ON|TO)\s+\S+"),),
    "revoke": ((SURE, _SQL, r"REVOKE\s+.*\b(?:ON|FROM)\s+\S+"),),
    "comment": ((SURE, _SQL, r"COMMENT\s+ON\s+\w+\s"),),
    "values": ((SURE, _SQL, r"VALUES\s*(?:\(|$)"),),
    "join": ((3, _SQL, r"JOIN\s+\S.*\b(?:ON|USING)\b"),),
    "inner": ((3, _SQL, r"INNER\s+JOIN\s"),),
    "left": ((3, _SQL, r"LEFT\s+(?:OUTER\s+)?JOIN\s"),),
    "group": ((3, _SQL, r"GROUP\s+BY\s"),),
    "order": ((3, _SQL, r"ORDER\s+BY\s"),),
    "and": ((STRONG, _SQL, r"AND\s+\S+\s*(?:=|<|>|!=|IN\b|IS\b|LIKE\b|NOT\b)"), (WEAK, _PY, r"and\s+(?:not\s+)?[\w.(].*[):\]]$")),
    "or": ((STRONG, _SQL, r"OR\s+\S+\s*(?:=|<|>|!=|IN\b|IS\b|LIKE\b)"),),
    "primary": ((SURE, _SQL, r"PRIMARY\s+KEY\s*\("),),
    "foreign": ((SURE, _SQL, r"FOREIGN\s+KEY\s*\("),),
    "unique": ((3, _SQL, r"UNIQUE\s*(?:KEY|INDEX)?\s*[\w\"`]*\s*\("),),
    "key": ((3, _SQL, r"KEY\s+[\w\"`]+\s*\("),),
    "constraint": ((3, _SQL, r"CONSTRAINT\s+\S+\s+(?:PRIMARY|FOREIGN|UNIQUE|CHECK)\b"),),
    "references": ((3, _SQL, r"REFERENCES\s+\S+\s*\("),),
    "returns": ((3, _SQL, r"RETURNS\s+[\w\[\]() ]+(?:AS\b.*)?$"),),
    "language": ((SURE, _SQL, r"LANGUAGE\s+'?(?:plpgsql|sql|c|C|internal)'?\b.*"),),
    "begin": ((3, _SQL, r"BEGIN(?:;|$)"),),
    "end": ((3, _SQL, r"END(?:;|$)|END\s+(?:IF|LOOP|CASE|\$)"), ),
    "commit": ((3, _SQL, r"COMMIT;?$"),),
    "perform": ((3, _SQL, r"PERFORM\s+\S+\("),),
    "as": ((3, _SQL, r"AS\s+(?:\$|'MODULE_PATHNAME)|AS\s*$"),),
}  # fmt: skip

_ANY_FIRST_WORD: tuple[Rule, ...] = (
    # Signs that many languages share.
    (STRONG, None, r"(?:[^\"{\s][^{]*[\w)>\]=,(]|\)|\])\s*\{$"),
    (SURE, None, r"\}\s*(?:else|catch|finally|while)\b"),
    (WEAK, None, r"[})\]]{1,6}[;,.]?$"),
    (STRONG, None, r"[})\]]{1,6};$|\}\)[;,]?$|\}\s*,\s*\["),
    (SURE, None, r"[\w$~.:<>*&]+(?:\s+[\w$~.:<>*&]+){0,4}\s*\([^{;\"]*\)\s*(?:const\s*)?(?:noexcept\s*)?(?:override\s*)?(?:throws\s+[\w., ]+)?(?::\s*[\w<>\[\]| .]+)?\s*\{$"),
    (3, None, r"[\w$.:>\[\]-]+\(.*\)\s*;$|[\w$.>-]+(?:::[\w$]+)+\(.*"),
    (STRONG, None, r"[\w$]+(?:\.|->|::)[\w$.>:-]+\(.*\)?[;,]?$|[\w$.]+\($|[\w$.]+\([^()]*,$"),
    (WEAK, None, r"[\w$.]+\([^()]*\)$"),
    (STRONG, None, r"\.\w+\(.*"),
    (STRONG, None, r"(?:[\w$.*]|\[[^\]]*\]|->|::)+\s*(?:\+=|-=|\*=|/=|\|=|&=|<<=|>>=|%=|//=|\?\?=|\|\|=)\s*\S"),
    (3, None, r"[\w$*](?:[\w$.*]|\[[^\]]*\]|->)*+\s*=\s*(?:[\w.:&*!>-]+\s*[(\[{]|[\[{(]|f[\"']|lambda\b|new\b|await\b|!|&|\w+(?:\.|->|::)\w|\w+ (?:if|and|or|\?|==) ).*"),
    (WEAK, None, r"[\w$.*]+(?:\[[^\]]*\])?(?:,\s*[\w$]+)*\s*=(?:\s*\S.*|\s*\\)?$"),
    (STRONG, None, r"[\w$.*\[\]>-]+\s*=\s*[^=].*;$"),
    (SURE, _GO, r"[\w, .\[\]]+\s*:=\s*\S"),
    (3, _PY, r"[\w.]+\s*:\s*[\w.\[\], |\"']+\s=\s\S"),
    (STRONG, None, r"[\w*]+=[^=\s].*,$"),
    (STRONG, None, r"(?:self|this|super|cls)\b(?:\.|\(|->)\w*"),
    # C and its family: a declaration.
    (SURE, _C, _C_TYPE + r"(?:<.*>)?\s*[*&]*\s+[*&]*\w+\s*(?:\[[^\]]*\]\s*)*=(?!=).*[;({]$"),
    (SURE, _C, r"\w+\s*\**\s*\(\s*\*\s*\w+\)\s*\("),
    (SURE, _C, r"(?:void|int|char|bool|unsigned)\s+[A-Z]\w*\s+\w+\s*\(.*[,;)]$"),
    (3, _C, _C_TYPE + r"(?:<.*>)?\s*[*&]*\s+[*&]*\w+\s*(?:\[[^\]]*\]\s*)*(?:=(?!=).*)?[;,]$"),
    (SURE, _C, _C_TYPE + r"(?:<.*>)?\s*[*&]*\s+[*&]*[\w:~]+\s*\([^\"]*\)?\s*(?:const\s*)?[;{,]$"),
    (STRONG, _C, r"(?:void|int|char|float|double|long|bool|size_t|unsigned|\w+_t)\s*\*?\s*\w+\s*\(.*"),
    (SURE, _C, r"#\s*(?:include\s*[<\"]|define\s+\w|if\s+(?:defined|!|\w+\s*[<>=])|ifdef\s+\w|ifndef\s+\w|elif\s|endif\b|undef\s+\w|pragma\s+\w|error\s+\")"),
    (STRONG, _C, r"#\s*(?:else|if\s+\w+)$"),
    (SURE, _GO, r".*\bfunc\s?\([^()]*\)[^.]*\{"),
    (SURE, _GO, r"(?:fmt|log|errors|strings)\.[A-Z]\w+\("),
    (3, _C, r"\w+::~?\w+\(|~\w+\(\)"),
    (STRONG, _C, r"[A-Z][A-Z0-9_]{3,}\s*(?:=.*)?,\s*(?:/[/*].*)?$|[A-Z][A-Z0-9]*_[A-Z0-9_]+\(.*\)?;?$"),
    (3, _C, r".*\w->\w"),
    (STRONG, _C, r".*\b(?:__restrict|__attr\w*|__wur|__THROW\w*|__nonnull|noexcept)\b"),
    (SURE, _C, r".*\w\s*\(void\)|[A-Z][A-Z0-9_]{2,}\s.*\w\s*\(.*\);$|\w+\s*\((?:const\s+)?\w+\s+\*?\w+,\s*(?:const\s+)?\w+\s+\*?\w+.*\);$"),
    (SURE, _C, r"\(\w+\s*\**\)\s*\w+(?::.*)?;$"),
    (STRONG, _C, r".*\bconst\s*[&*]|\w+\s+\*+\w+;$"),
    (STRONG, _C, r"(?:const|unsigned|struct)\s+\w+(?:\s*\*+\s*|\s+)\w+\s*(?:,|\)[;,]?$)"),
    (STRONG, _GO, r".*(?:\bmap\[[\w.*]+\]|\binterface\{\}|\[\](?:string|byte|int|error)\b)"),
    (STRONG, _RUST, r".*&mut\s"),
    # Rust.
    (SURE, _RUST, r"#!?\[\w.*\]?$"),
    (SURE, _RUST, r"\w+!\s*[(\[{].*"),
    (3, _RUST, r"(?:Some|Ok|Err)\(.*\)(?:\s*=>.*)?[,;]?$|[\w:{}(),.&| ]+\s=>\s.*[,{(]$"),
    (3, _RUST, r".*\bas\s+(?:_|[ui](?:8|16|32|64|size)|f64|\*(?:const|mut)\s)"),
    (STRONG, _RUST, r"\w+:\s*(?:&|Option<|Vec<|Box<|Arc<|String,|[ui](?:8|16|32|64|size),|[A-Z]\w*::).*"),
    # JavaScript and TypeScript.
    (SURE, _JS, r"(?:(?:static|readonly|abstract|async|get|set|new)\s+)*+[\w$]*\??(?:<[^()]*>)?\([^()]*\)\s*:\s*\w.*;$"),
    (SURE, _JS, r"(?:readonly\s+)?[\w$]+\?:\s*\S.*;$|[\w$]+\??:\s*typeof\s"),
    (SURE, _JS, r"\)\s*:\s*[\w<>\[\]| .]+[{;,]?$"),
    (SURE, _JS, r".*[(,]\s*\w+\s*=>\s*\S"),
    (SURE, _JS, r".*(?:\)|\b\w+)\s*=>\s*[{(\[]"),
    (3, _JS, r".*\)\s*=>\s*\S"),
    (SURE, _JS, r".*\brequire\(['\"]|console\.\w+\("),
    (SURE, _JS, r".*(?:===|!==)"),
    (STRONG, _JS, r"['\"]?[\w$-]+['\"]?\??:\s*(?:function\b|\(|\[?\w+\(|\{$|async\b|(?:string|number|boolean|any|void|unknown|never|null|undefined)\b.*[;,]?$|[\w.<>\[\]| ]+;$|[A-Z_.\w]+<.*[;,]$)"),
    (SURE, _JS, r"[\w$]+\??:\s*[\w.<>()| ]+\[\];$"),
    (WEAK, _JS, r"[\w$]+\??:\s*(?:[\w$.'\"\[\](){}!+-]+),$"),
    (SURE, _JS, r"<\w[\w.]*\s[^>]*=\{|</?[A-Z].*>$|/>[);,]*$"),
    (STRONG, _JS, r"(?:readonly|abstract|get|set)\s+\w+\??(?:\(.*|:.*)[;{]$"),
    # Python.
    (SURE, _PY, r"@\w[\w.]*\.\w+(?:\(.*)?$|@(?:property|staticmethod|classmethod|dataclass|abstractmethod|overload|override|pytest\S*|cached_property)\b.*"),
    (SURE, _JAVA, r"@(?:Override|Test|Nullable|NonNull|NotNull|Deprecated|SuppressWarnings|ReactMethod|ReactProp|Inject)\b.*"),
    (STRONG, None, r"@[A-Z]\w*\(.*\)$|@\w+\(.*\)$"),
    (SURE, _PY, r">>> \S.*[()=:.]|>>> (?:import|from|print)\b"),
    (STRONG, _PY, r".*\bself\.\w+"),
    (STRONG, _PY, r".*\blambda\b[\w, *]*:"),
    (STRONG, _PY, r".*\b(?:is not None|is None|not in self)\b"),
    (STRONG, _PY, r"(?=.*[\])}]$)[\w\"'.\[\]()].*\s(?:for|if)\s.*\sin\s.*[\])}]$"),
    (WEAK, None, r"r?[\"']{3}"),
    # Shell.
    (3, _SH, r"[\w./-]+(?:\s+\S+)*\s+\"?\$\{?\w+"),
    (3, _SH, r"\[\[?\s+.*\s\]\]?"),
    (SURE, _SH, r".*(?:>\s*/dev/null|2>&1|;;$|\|\|\s*(?:exit|true|return)\b|&&\s*\\$)"),
    (STRONG, _SH, r"[\w./\"'$-]+\s.*\\$"),
    (3, _SH, r"[A-Za-z_]\w*\+?=(?:\$|`|\"[^\"]*\$|\"?[^\s\"]*\"?$)"),
    (STRONG, _SH, r"(?:\$|#|%|❯)\s+(?:sudo|cd|ls|git|pip|npm|make|docker|curl|cat|echo|apt|apt-get|python3?|mkdir|rm|cp|mv|export|yarn|cargo|go|kubectl)\b\s*\S*"),
    (SURE, _SH, r"[\w-]+\s*\(\)\s*\{"),
    (SURE, _SH, r"#!\s?/\S+"),
    (3, _SH, r"(?:-?[\w*.|\"' -]+)\)(?:\s*;;|$)(?<=\))"),
    (STRONG, _SH, r"(?:rm|cp|mv|mkdir|chmod|chown|ln|cd|touch|sudo|grep|sed|awk|find|xargs|cat|tar|curl|wget|git|docker|pip|npm|apt-get|systemctl|deb-systemd-\w+|dpkg\S*|update-\w+|invoke-rc\.d|db_\w+)\s+(?:-{1,2}\w|.*(?:\||>|&&|\$))"),
    (SURE, _SH, r"(?:rm|cp|mv|mkdir|chmod|chown|ln|cd|touch|sudo|grep|sed|awk|find|cat|tar|curl|wget)\s.*(?:&&|\|)\s*(?:rm|cp|mv|mkdir|chmod|chown|ln|cd|touch|sudo|grep|sed|awk|xargs|sort|head|tail|wc|bash|sh|tar|make)\b"),
    # SQL.
    (SURE, _SQL, r"(?:OPERATOR|FUNCTION)\s+\d+\s"),
    (STRONG, _SQL, r"(?:IN|OUT|INOUT)\s+\w+\s+\w+|,\s*\w+\s+(?:text|integer|bigint|boolean|varchar|int4|int8)\b"),
    (STRONG, None, r".*\w::\w+"),
    (SURE, _SQL, r"(?:WITH\s.*AS\s*\(|SELECT\s+.*\bFROM\s+\S+)"),
    (SURE, _SQL, r"(?i:select\s+.+\s+from\s+\S.*;|insert\s+into\s+\S.*\bvalues\s*\(|create\s+(?:table|index|view|function)\s+\S.*[(;]|update\s+\S+\s+set\s+\S+\s*=|delete\s+from\s+\S.*;|drop\s+(?:table|index|view|function)\s.*;|alter\s+table\s+\S+\s+(?:add|drop|alter|rename|modify)\s.*)"),
    (SURE, _SQL, r"DELETE\s+FROM\s+\S+"),
    (3, _SQL, r"[\w\"`.]+\s+(?i:(?:big|small|tiny|medium)?int(?:eger)?|varchar|char|text|timestamp\w*|datetime|bool(?:ean)?|bytea|blob|numeric|serial|bigserial|double|float|uuid|jsonb?|date|enum|decimal|nvarchar2?|varchar2|number)\b\s*(?:\(.*\).*|,|(?i:not\s+null|null|default|primary|unique|unsigned|auto_increment|references).*)"),
    (3, _SQL, r"\(\s*(?:'[^']*'|-?\d+|NULL)\s*,.*\)\s*[,;]$"),
    (STRONG, _SQL, r".*\b(?:NOT NULL|PRIMARY KEY|DEFAULT NULL|AUTO_INCREMENT|LEFT JOIN|INNER JOIN|ORDER BY|GROUP BY|ON DELETE CASCADE|IS NULL|IF EXISTS)\b"),
    (3, _SQL, r"\$\$|\\(?:echo|i|set|c|copy)\b|DO\s+\$\$|(?:IF|ELSIF|WHEN)\s.*\bTHEN\b|ELSE$|RAISE\s+\w+"),
    (STRONG, None, r".*(?:==|!=|&&|\|\||\?\.|<<|\+\+|--;)"),
)  # fmt: skip

_ANYWHERE: tuple[Rule, ...] = (
    (SURE, _SQL, r"\bSELECT\s[^.。]{1,200}\sFROM\s+[\w.\"`]+(?:\s+(?:WHERE|JOIN|LEFT|INNER|ORDER|GROUP|LIMIT)\s|;)"),
    (SURE, _SQL, r"\b(?:INSERT\s+INTO\s+\S+[^.。]{0,200}\bVALUES\s*\(|UPDATE\s+\S+\s+SET\s+\S+\s*=|DELETE\s+FROM\s+\S+\s+WHERE\s)"),
    (SURE, None, r"\bfor\s*\(\s*(?:int|let|var|auto|size_t)\s[^()]{1,100};[^()]{1,100};"),
    (SURE, _RUST, r"\bfn\s+\w+\([^()]{0,100}\)[^{.。]{0,80}\{"),
    (SURE, _JS, r"\bfunction\s+\w+\([^()]{0,100}\)\s*\{"),
    (SURE, _PY, r"\bdef\s+\w+\([^()]{0,200}\)(?:\s*->[^:]{1,60})?:\s*(?:return|pass|raise|yield|\.\.\.|\w+\s*=)"),
    (SURE, _GO, r"\bif\s+err\s*!=\s*nil\s*\{"),
    (SURE, _C, r"#include\s*<\w[\w./]*>\s*\S"),
    (SURE, _JAVA, r"\bpublic\s+static\s+void\s+main\s*\("),
    (SURE, _SH, r"(?:\brm\s+-rf?\s+\"?\$\{?\w+|\s&&\s+[\w./-]+\s[^.。]{0,80}\"\$\{?\w+)"),
)  # fmt: skip


def _compiled(rules: tuple[Rule, ...]) -> tuple[Shape, ...]:
    return tuple(Shape(weight, language, re.compile(pattern)) for weight, language, pattern in rules)


@lru_cache(maxsize=256)
def shapes_of(first_word: str) -> tuple[Shape, ...]:
    """Return the shapes of lines that begin with a word, in lower case."""
    return _compiled(_BY_FIRST_WORD.get(first_word, ()))


@lru_cache(maxsize=1)
def shapes() -> tuple[Shape, ...]:
    """Return the shapes of lines whatever they begin with."""
    return _compiled(_ANY_FIRST_WORD)


@lru_cache(maxsize=1)
def shapes_anywhere() -> tuple[Shape, ...]:
    """Return the shapes that are looked for within sentences."""
    return _compiled(_ANYWHERE)
