"""The browser client: built files from memory, compressed, cached for ever where their name tells their contents."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.enums import MediaType

from ochaya.server.refusal import Refused

FOLDER = Path(__file__).parents[1] / "static"
HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8}\.\w+$")
COMPRESSIBLE = {".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest", ".map"}
NO_CLIENT = (
    "<!doctype html><html lang=en><title>Ochaya</title><h1>Ochaya</h1>"
    "<p>The server runs. The browser client has not been built here: run make web.</p>"
)


@dataclass(frozen=True)
class File:
    """One built file, ready to be sent."""

    body: bytes
    squeezed: bytes | None
    kind: str
    tag: str
    is_for_ever: bool


def read_files(folder: Path = FOLDER) -> dict[str, File]:
    """Read all built files."""
    files: dict[str, File] = {}
    if not folder.is_dir():
        return files
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.name.startswith("."):
            continue
        body = path.read_bytes()
        name = path.relative_to(folder).as_posix()
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if path.suffix == ".js":
            kind = "text/javascript"
        squeezed = gzip.compress(body, 9) if path.suffix in COMPRESSIBLE and len(body) > 400 else None
        is_for_ever = name.startswith("assets/") and HASHED.search(path.name) is not None
        files[name] = File(body, squeezed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', is_for_ever)
    return files


class Site:
    """The files, and `index.html` for every page of the client."""

    def __init__(self) -> None:
        self.files = read_files()

    def answer(self, request: Request[None, None, State], path: str) -> Response[bytes]:
        """Give a file, or the client's page for an address that has none."""
        name = path.strip("/")
        file = self.files.get(name)
        if file is None:
            if name.startswith(("api/", "assets/")) or "." in name.rsplit("/", 1)[-1]:
                raise Refused("not-found")
            file = self.files.get("index.html")
        if file is None:
            return Response(NO_CLIENT.encode(), media_type=MediaType.HTML, headers={"cache-control": "no-store"})
        headers = {
            "etag": file.tag, "vary": "accept-encoding",
            "cache-control": "public, max-age=31536000, immutable" if file.is_for_ever else "no-cache",
        }
        if request.headers.get("if-none-match") == file.tag:
            return Response(b"", status_code=304, headers=headers)
        body = file.body
        if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["content-encoding"] = file.squeezed, "gzip"
        return Response(body, media_type=file.kind, headers=headers)


def site_routes(site: Site) -> list[object]:
    """Give the routes of the browser client."""

    @get(["/", "/{path:path}"], include_in_schema=False, name="site")
    async def page(request: Request[None, None, State], path: str = "") -> Response[bytes]:
        return site.answer(request, path)

    return [page]
