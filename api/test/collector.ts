/** A collector of traces, which keeps what it receives by OTLP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } };
type ReceivedSpan = {
  readonly traceId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
};
type Received = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
};

type Span = Omit<ReceivedSpan, 'attributes'> & { readonly attributes: Readonly<Record<string, string | undefined>> };

export type Collector = {
  readonly address: string;
  /** Everything received, as text. */
  received(): string;
  spans(): Span[];
  /** The statements in the trace of the first span with that name. */
  statementsOf(name: string): string[];
  close(): Promise<void>;
};

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const spans = (): Span[] =>
    bodies
      .flatMap((body) => (JSON.parse(body) as Received).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      .map(({ attributes, ...span }) => ({
        ...span,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
      }));
  return {
    address: `http://127.0.0.1:${port}`,
    received: () => bodies.join('\n'),
    spans,
    statementsOf: (name) => {
      const trace = spans().find((span) => span.name === name)?.traceId;
      return spans().flatMap(({ traceId, attributes }) => (traceId === trace && attributes['db.query.text']) || []);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
