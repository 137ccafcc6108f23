"""The signing key lies in the user's state folder, readable by its owner only, and is made once."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from remembrancer.domain.errors import InvalidFile, InvalidName, StoreError, StoreReadOnly
from remembrancer.infrastructure.ledger.notes import signed, signed_by
from remembrancer.infrastructure.ledger.signing import known_signer, signer
from remembrancer.infrastructure.ledger.state_folder import make_folder, state_folder

STORE = "00ff" * 8


def test_the_state_folder_is_the_one_that_was_chosen_else_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    chosen = {"REMEMBRANCER_STATE": "/safe/place", "XDG_STATE_HOME": "/state"}
    assert state_folder(STORE, chosen) == Path("/safe/place", STORE)
    assert state_folder(STORE, {"XDG_STATE_HOME": "/state"}) == Path("/state/remembrancer", STORE)
    home = Path("/home/ada/.local/state/remembrancer", STORE)
    assert state_folder(STORE, {}) == state_folder(STORE, {"XDG_STATE_HOME": "state"}) == home
    assert state_folder(STORE, {"REMEMBRANCER_STATE": ""}) == home


def test_a_chosen_state_folder_that_depends_on_where_one_stands_is_refused() -> None:
    with pytest.raises(InvalidFile, match="REMEMBRANCER_STATE is 'state'; give an absolute path"):
        state_folder(STORE, {"REMEMBRANCER_STATE": "state"})


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StoreError, match="set REMEMBRANCER_STATE"):
        state_folder(STORE, {})


@pytest.mark.parametrize("store", ["", "..", "../../etc", f"/{STORE}", STORE.upper(), STORE[:-1], f"{STORE}\n"])
def test_a_forged_store_id_names_no_folder(store: str) -> None:
    with pytest.raises(InvalidName, match="is no store id"):
        state_folder(store, {"REMEMBRANCER_STATE": "/safe"})


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"REMEMBRANCER_STATE": str(tmp_path / "a" / "state")}


def test_a_key_is_made_at_first_need_and_found_again(environ: dict[str, str]) -> None:
    assert known_signer(STORE, environ) is None
    assert not Path(environ["REMEMBRANCER_STATE"]).exists()
    first = signer(STORE, environ)
    again = known_signer(STORE, environ)
    assert again is not None
    assert first.key == again.key == signer(STORE, environ).key
    assert first.key.name == f"remembrancer/{STORE}"
    assert signed_by(signed("text\n", [again]), [first.key]) == (first.key,)


def test_each_store_has_a_key_of_its_own(environ: dict[str, str]) -> None:
    assert signer(STORE, environ).key.public != signer("ff00" * 8, environ).key.public


def test_only_the_owner_can_read_the_key(environ: dict[str, str]) -> None:
    signer(STORE, environ)
    folder = state_folder(STORE, environ)
    assert [folder.stat().st_mode & 0o777, folder.parent.stat().st_mode & 0o777] == [0o700, 0o700]
    assert {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()} == {"signing.key": 0o600}


def test_of_several_threads_and_processes_that_make_a_key_one_wins(environ: dict[str, str]) -> None:
    said = (
        "import sys; from remembrancer.infrastructure.ledger.signing import signer; "
        "print(signer(sys.argv[1], {'REMEMBRANCER_STATE': sys.argv[2]}).key.text)"
    )
    command = [sys.executable, "-c", said, STORE, environ["REMEMBRANCER_STATE"]]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    with ThreadPoolExecutor(8) as threads:
        keys = {one.key.text for one in threads.map(signer, [STORE] * 32, [environ] * 32)}
    keys |= {process.communicate()[0].strip() for process in processes}
    assert keys == {signer(STORE, environ).key.text}
    assert [file.name for file in state_folder(STORE, environ).iterdir()] == ["signing.key"]


def test_what_is_no_key_is_refused_without_being_repeated(environ: dict[str, str]) -> None:
    other = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    folder = state_folder(STORE, environ)
    make_folder(folder)
    for found in (b"", b"hunter2", other, other[:-40]):
        (folder / "signing.key").write_bytes(found)
        with pytest.raises(InvalidFile, match="holds no Ed25519 key in PEM; put its backup back") as refused:
            signer(STORE, environ)
        assert not found or found.decode() not in str(refused.value)
        assert refused.value.__cause__ is refused.value.__context__ is None


def test_a_state_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreReadOnly, match=r"cannot (make the folder|read the signing key) '.*file"):
        signer(STORE, {"REMEMBRANCER_STATE": str(tmp_path / "file" / "state")})
    with pytest.raises(StoreReadOnly, match=r"cannot make the folder '.*file/state"):
        make_folder(tmp_path / "file" / "state")


def test_a_key_file_that_cannot_be_read_is_named(environ: dict[str, str]) -> None:
    (state_folder(STORE, environ) / "signing.key").mkdir(parents=True)
    with pytest.raises(StoreReadOnly, match=r"cannot read the signing key '.*signing.key'"):
        signer(STORE, environ)
