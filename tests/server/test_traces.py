"""Traces: none unless wanted; then one story across processes, without names, tables or states."""

from __future__ import annotations

import subprocess
import sys
import tempfile

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from ochaya.server import traces
from ochaya.server.logs import request_id


def test_what_is_done_for_another_process_belongs_to_the_same_trace() -> None:
    assert traces.span("nothing") is traces.NOTHING
    assert traces.here() == ""
    kept = InMemorySpanExporter()
    traces.set_up_traces("server", kept)
    try:
        request_id.set("abc")
        with traces.span("POST request"):
            told = traces.here()
        with traces.span("forwarded", told), traces.span("commit"):
            pass
    finally:
        traces._tracer = None
        request_id.set("")
    commit, passed, request = sorted(kept.get_finished_spans(), key=lambda one: one.name.lower())
    assert [commit.name, passed.name, request.name] == ["commit", "forwarded", "POST request"]
    assert commit.context and passed.context and request.context  # noqa: PT018
    assert {one.context.trace_id for one in (commit, passed, request) if one.context} == {request.context.trace_id}
    assert passed.parent
    assert passed.parent.span_id == request.context.span_id
    assert all(dict(one.attributes or {}) == {"ochaya.request": "abc"} for one in (commit, passed, request))


def test_a_single_server_imports_nothing_of_the_extras() -> None:
    code = (
        "import pathlib, sys\nfrom ochaya.server.settings import Settings\n"
        "from ochaya.server.web.run import make_server\n"
        "make_server(Settings(data=pathlib.Path(sys.argv[1]), bots=0)).config.load()\n"
        "print(sorted({'nats', 'asyncpg', 'opentelemetry.sdk'} & {*sys.modules}))"
    )
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
