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

export type Collector = {
  readonly address: string;
  /** Everything received, as text. */
  received(): string;
  spans(): (Omit<ReceivedSpan, 'attributes'> & { readonly attributes: Readonly<Record<string, string | undefined>> })[];
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
  return {
    address: `http://127.0.0.1:${port}`,
    received: () => bodies.join('\n'),
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Received).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, ...span }) => ({
          ...span,
          attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
        })),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
