/** What of a span may leave the process. Names of routes, hosts and statements do; addresses, messages and values don't. */
import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** All other attributes are dropped, such as the path, the query and the caller's address. */
const SAFE_ATTRIBUTES = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.operation.name',
  // Statements have placeholders for values.
  'db.query.text',
] as const;

function safeAttributes({ kind, attributes }: ReadableSpan): Attributes {
  const safe: Attributes = {};
  for (const name of SAFE_ATTRIBUTES) if (attributes[name] !== undefined) safe[name] = attributes[name];
  // On a request to us it is the caller’s `Host` header, which may hold anything.
  const host = attributes['server.address'];
  if (kind === SpanKind.CLIENT && host !== undefined) safe['server.address'] = host;
  return safe;
}

/** Messages and exceptions may quote a row or a payload, so that a failure is only a status. In place, because copies cost more than spans. */
const makeSafe = (span: ReadableSpan): ReadableSpan =>
  Object.assign(span, { attributes: safeAttributes(span), events: [], status: { code: span.status.code } });

export const onlySafeAttributes = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(makeSafe), done),
  shutdown: () => exporter.shutdown(),
});
