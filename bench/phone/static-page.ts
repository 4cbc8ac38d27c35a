/** A page of the product as plain HTML on a plain server: its markup and styles on the phone, without scripts. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { newPhone } from './browser.ts';

type PlainFile = { readonly type: string; readonly body: Buffer | string };

/** Runs in the page. Returns its markup and the addresses that the markup refers to. */
function readMarkup(): { html: string; files: string[] } {
  for (const element of document.querySelectorAll('script, link[rel=modulepreload], link[rel=preload]'))
    element.remove();
  for (const form of document.forms) {
    form.setAttribute('method', 'post');
    form.setAttribute('action', '/submitted');
    // The app disables Proceed until the box is ticked; nothing would enable it here.
    for (const button of form.querySelectorAll('button')) button.disabled = false;
  }
  const references = [
    ...[...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href),
    ...[...document.querySelectorAll<HTMLImageElement>('img[src]')].map(({ src }) => src),
  ];
  return {
    html: `<!doctype html>${document.documentElement.outerHTML}`,
    files: references.filter((address) => address.startsWith(location.origin)),
  };
}

async function copyFiles(browser: Browser, url: string, text: string): Promise<Map<string, PlainFile>> {
  const context = await newPhone(browser);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByText(text).first().waitFor();
  const { html, files } = await page.evaluate(readMarkup);
  const copied = new Map<string, PlainFile>([
    [new URL(url).pathname, { type: 'text/html; charset=utf-8', body: html }],
  ]);
  for (const address of new Set(files)) {
    const response = await fetch(address);
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    copied.set(new URL(address).pathname, { type, body: Buffer.from(await response.arrayBuffer()) });
  }
  await context.close();
  return copied;
}

/** Pages are revalidated at each visit; everything else is cached forever, like files with a hash in their name. */
const cacheControl = (type: string) =>
  type.startsWith('text/html') ? 'no-cache' : 'public, max-age=31536000, immutable';

/** Serves the same page at the same path. */
export async function serveStaticCopy(browser: Browser, url: string, text: string) {
  const files = new Map(
    [...(await copyFiles(browser, url, text))].map(([path, { type, body }]) => [
      path,
      { type, compressed: brotliCompressSync(body) },
    ]),
  );
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://plain').pathname);
    if (!file) return response.writeHead(404).end();
    const headers = { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': cacheControl(file.type) };
    return response.writeHead(200, headers).end(file.compressed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The static page has no port');
  return {
    origin: `http://localhost:${address.port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
