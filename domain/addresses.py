"""Addresses that are declared: they stand in a file that people read and keep in a repository, so no password may."""

from .errors import InvalidName

_DATABASES = frozenset({"postgresql", "postgres"})


def refuse_password(address: str, instead: str) -> None:
    """Refuse an address with a password, or with a name that may be a token; a database may be asked as somebody.

    Args:
        instead: what to do, in an imperative sentence.

    Raises:
        InvalidName: it holds one.
    """
    head, mark, rest = address.partition("://")
    if not mark:
        return
    named, _, _ = rest.split("/", 1)[0].rpartition("@")
    if head in _DATABASES:
        if ":" in named or "password=" in rest:
            raise InvalidName("the database's address holds a password; name it in PGPASSWORD or ~/.pgpass instead")
    elif named:
        raise InvalidName(f"the URL holds a name or password before its host; {instead}")
