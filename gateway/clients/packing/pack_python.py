"""Makes the wheel and the sdist of the Python client: python3 pack_python.py CHECKOUT VERSION FOLDER.

It needs nothing but Python: the package is a few files of pure Python, and a wheel is a zip of them with a list of their hashes.
"""

import base64
import hashlib
import io
import pathlib
import sys
import tarfile
import zipfile

NAME = "textrelay"
METADATA = """Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: Sends and receives texts through a Textrelay service, each once.
License: MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{readme}"""
WHEEL = "Wheel-Version: 1.0\nGenerator: textrelay\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
WHEN = (2026, 1, 1, 0, 0, 0)


def row(path: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(data)}\n"


def write_wheel(target: pathlib.Path, info: str, files: "dict[str, bytes]") -> None:
    record = f"{info}/RECORD"
    rows = "".join(row(path, data) for path, data in files.items()) + f"{record},,\n"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in {**files, record: rows.encode()}.items():
            entry = zipfile.ZipInfo(path, WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


def write_sdist(target: pathlib.Path, folder: str, files: "dict[str, bytes]") -> None:
    with tarfile.open(target, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{folder}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


def main(root: str, version: str, out: str) -> None:
    home = pathlib.Path(root, "gateway", "clients", "python")
    own = {f"{NAME}/{path.name}": path.read_bytes() for path in sorted((home / NAME).iterdir()) if path.is_file()}
    licence = pathlib.Path(root, "LICENSE").read_bytes()
    readme = (home / "README.md").read_text("utf-8")
    metadata = METADATA.format(name=NAME, version=version, readme=readme).encode()
    project = (home / "pyproject.toml").read_text("utf-8").replace('version = "0.0.0"', f'version = "{version}"')
    info = f"{NAME}-{version}.dist-info"
    wheel = pathlib.Path(out, f"{NAME}-{version}-py3-none-any.whl")
    write_wheel(
        wheel,
        info,
        {**own, f"{info}/METADATA": metadata, f"{info}/WHEEL": WHEEL.encode(), f"{info}/LICENSE": licence},
    )
    sdist = pathlib.Path(out, f"{NAME}-{version}.tar.gz")
    rest = {"PKG-INFO": metadata, "pyproject.toml": project.encode(), "README.md": readme.encode(), "LICENSE": licence}
    write_sdist(sdist, f"{NAME}-{version}", {**own, **rest})
    print(wheel, sdist, sep="\n")


main(*sys.argv[1:])
