"""What every order says."""

import msgspec


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """What every order says."""

    agent: str
    actor: str
    """`agent:<name>`, `user:<pseudonym>`, `file:<name>`, `dream:<run>`, `import:<run>` or `schedule`."""
    cause: str
    """Its own id."""
    because: str | None = None
    subjects: tuple[str, ...] = ()
    """Names of the people it is about."""
    idempotency: str | None = None
    """HMAC of the idempotency key."""
    digest: str | None = None
    """SHA-256 of the body (hex), with an idempotency key."""
    rule: str | None = None
    """The rule of a dream that asks for it: `<stage>/<rule>`."""

    @property
    def by_person(self) -> bool:
        """Whether a person gave it: by name, or through a file that people edit."""
        return self.actor.startswith(("user:", "file:"))
