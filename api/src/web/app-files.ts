import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

export type AppFile = {
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content, so a phone never has to ask for it again. */
  readonly isHashed: boolean;
  readonly body: { readonly identity: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

async function load(folder: string, name: string): Promise<AppFile> {
  const identity = await readFile(join(folder, name));
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  const isText = !type.startsWith('image/') || type === 'image/svg+xml';
  return {
    type,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    isHashed: name.startsWith('assets/'),
    body: isText ? { identity, gzip: await deflate(identity), br: await brotli(identity) } : { identity },
  };
}

/**
 * The built web app, by path, read and compressed once: it is a few hundred kilobytes, and the line it goes out on is
 * slow. Null where it has not been built.
 */
export async function loadApp(folder: string): Promise<ReadonlyMap<string, AppFile> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\//, ''))
    .filter((name) => !name.startsWith('.') && !name.endsWith('.map'));
  if (!names.includes('index.html')) return null;
  return new Map(await Promise.all(names.map(async (name) => [`/${name}`, await load(folder, name)] as const)));
}
