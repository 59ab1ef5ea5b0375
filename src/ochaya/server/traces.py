"""Traces of what is done, for whoever collects them: OpenTelemetry, behind the extra `ochaya[traces]`.

They are made only where `OTEL_EXPORTER_OTLP_ENDPOINT` says where to send them. Like log lines they name no table, no
guest and no state; a request passed on to another server stays one trace.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ochaya.core.errors import Wrong
from ochaya.server.logs import request_id

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
NOTHING: AbstractContextManager[Any] = nullcontext()
_tracer: Any = None


def set_up_traces(kind: str, exporter: Any = None) -> None:
    """Begin to send traces of a process of this kind, if anybody wants them; raises Wrong without the extra."""
    global _tracer  # noqa: PLW0603 one for the process, like the log
    if not os.environ.get(ENDPOINT) and exporter is None:
        return
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
    except ImportError:
        raise Wrong("needs-extra", extra="traces") from None
    provider = TracerProvider(resource=Resource.create({"service.name": f"ochaya-{kind}"}))
    provider.add_span_processor(
        SimpleSpanProcessor(exporter) if exporter else BatchSpanProcessor(OTLPSpanExporter())
    )
    trace.set_tracer_provider(provider)
    _tracer = trace.get_tracer("ochaya")


def span(name: str, parent: str = "") -> AbstractContextManager[Any]:
    """Trace what happens inside; `parent` is where another process had got to."""
    if _tracer is None:
        return NOTHING
    from opentelemetry.propagate import extract

    context = extract({"traceparent": parent}) if parent else None
    attributes = {"ochaya.request": request_id.get()}
    made: AbstractContextManager[Any] = _tracer.start_as_current_span(name, context=context, attributes=attributes)
    return made


def here() -> str:
    """Say where this process has got to, for another one to go on from; empty without traces."""
    if _tracer is None:
        return ""
    from opentelemetry.propagate import inject

    carrier: dict[str, str] = {}
    inject(carrier)
    return carrier.get("traceparent", "")
