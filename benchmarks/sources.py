"""Where real source code comes from: packages of several registries, fetched once and only unpacked.

What is installed on a machine (Python, JavaScript, C headers, shell) is read where it is. Other languages come from
Debian's packages and from npm's; they are unpacked into `~/.cache/remembrancer/sources/<registry>/<package>`, and none
of their programs is run. Without a network the benchmark goes on with what is there, and says how much that was.
"""

import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "remembrancer" / "sources"

DEBIAN = {
    "Go": (
        "golang-github-spf13-cobra-dev golang-github-spf13-viper-dev golang-github-gorilla-mux-dev "
        "golang-github-stretchr-testify-dev golang-github-sirupsen-logrus-dev golang-github-burntsushi-toml-dev "
        "golang-github-fatih-color-dev golang-github-google-uuid-dev golang-github-pkg-errors-dev "
        "golang-github-prometheus-client-golang-dev golang-github-gin-gonic-gin-dev golang-github-go-chi-chi-dev "
        "golang-github-mattn-go-sqlite3-dev golang-github-hashicorp-raft-dev golang-github-miekg-dns-dev "
        "golang-go.uber-zap-dev golang-golang-x-text-dev golang-golang-x-net-dev golang-github-urfave-cli-dev "
        "golang-github-klauspost-compress-dev golang-github-fsnotify-fsnotify-dev golang-github-jmoiron-sqlx-dev"
    ),
    "Rust": (
        "librust-serde-dev librust-serde-json-dev librust-regex-dev librust-clap-dev librust-tokio-dev "
        "librust-rand-dev librust-hyper-dev librust-anyhow-dev librust-log-dev librust-chrono-dev librust-rayon-dev "
        "librust-syn-dev librust-itertools-dev librust-toml-dev librust-url-dev librust-bytes-dev "
        "librust-walkdir-dev librust-csv-dev librust-crossbeam-channel-dev librust-indexmap-dev librust-nom-dev "
        "librust-rustls-dev"
    ),
    "SQL": (
        "phpmyadmin zabbix-server-mysql zabbix-server-pgsql icingaweb2 icingadb roundcube-core cacti mediawiki "
        "pdns-backend-mysql pdns-backend-pgsql pdns-backend-sqlite3 freeradius-config ejabberd matrix-synapse "
        "postgresql-15-pgtap postgresql-15-partman postgresql-15-cron gammu-smsd ulogd2 tt-rss opendmarc "
        "bacula-common-mysql slurmdbd icinga2-ido-mysql icinga2-ido-pgsql rsyslog-mysql postgresql-15-repack "
        "postgresql-15-hypopg postgresql-15-pgrouting-scripts postgresql-15-orafce postgresql-15-pgaudit"
    ),
    "C++": (
        "nlohmann-json3-dev libfmt-dev libspdlog-dev doctest-dev libglm-dev libasio-dev libcli11-dev libtclap-dev "
        "libcxxopts-dev libcereal-dev rapidjson-dev libhowardhinnant-date-dev librange-v3-dev libmsgpack-cxx-dev "
        "catch2 libstb-dev uthash-dev libutfcpp-dev"
    ),
}
NPM = {
    "Java and TypeScript": (
        "react-native-screens react-native-svg react-native-webview react-native-gesture-handler "
        "@react-native-async-storage/async-storage react-native-fs react-native-device-info react-native-maps "
        "react-native-camera react-native-image-picker react-native-push-notification react-native-sqlite-storage "
        "react-native-ble-plx react-native-tts react-native-video@5 react-native-splash-screen "
        "@react-native-community/netinfo @react-native-community/geolocation react-native-contacts "
        "react-native-linear-gradient cordova-plugin-camera cordova-plugin-file cordova-plugin-inappbrowser "
        "cordova-plugin-media cordova-plugin-device cordova-plugin-network-information"
    ),
    "TypeScript": "rxjs redux reselect @reduxjs/toolkit zod graphql-request immer",
    "C": "better-sqlite3 tree-sitter bufferutil utf-8-validate argon2 node-pty leveldown usocket cpu-features",
}


def gather() -> None:
    """Fetch and unpack the packages that are not there yet; what cannot be had is left out."""
    for names in DEBIAN.values():
        for package in names.split():
            _fetch(FOLDER / "debian" / package, ("apt-get", "download", "-q", package), _unpack_deb)
    for names in NPM.values():
        for package in names.split():
            _fetch(FOLDER / "npm" / package.replace("/", "+"), ("npm", "pack", "--silent", package), _unpack_tgz)


def _fetch(target: Path, command: tuple[str, ...], unpack: Callable[[Path, Path], None]) -> None:
    if target.is_dir() or shutil.which(command[0]) is None:
        return
    with tempfile.TemporaryDirectory(prefix="remembrancer-sources-") as folder:
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=300)
        files = list(Path(folder).iterdir())
        if done.returncode or not files:
            return
        unpacked = Path(folder) / "unpacked"
        unpacked.mkdir()
        unpack(files[0], unpacked)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(unpacked, target)


def _unpack_deb(file: Path, target: Path) -> None:
    subprocess.run(("dpkg-deb", "-x", str(file), str(target)), check=True, capture_output=True)


def _unpack_tgz(file: Path, target: Path) -> None:
    with tarfile.open(file) as archive:
        archive.extractall(target, filter="data")
