/** A plain web server for static pages: files in memory, compressed once. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

export type PlainFile = { readonly type: string; readonly body: Buffer | string };
type PlainServer = { readonly origin: string; stop(): void };

/** Pages are revalidated at each visit; everything else is cached forever, like files with a hash in their name. */
const cacheControl = (type: string) =>
  type.startsWith('text/html') ? 'no-cache' : 'public, max-age=31536000, immutable';

export async function servePlain(files: ReadonlyMap<string, PlainFile>): Promise<PlainServer> {
  const compressed = new Map([...files].map(([path, file]) => [path, brotliCompressSync(file.body)]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://plain');
    const file = files.get(pathname);
    if (!file) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'br',
        'cache-control': cacheControl(file.type),
      })
      .end(compressed.get(pathname));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
