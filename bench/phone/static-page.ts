/** A page of the product as plain HTML: its markup and styles on the phone, without scripts. */
import type { Browser } from 'playwright-core';
import { newPhone } from './browser.ts';
import type { PlainFile } from './plain-server.ts';

/** Runs in the page. Returns its markup and the addresses that the markup refers to. */
function readMarkup(): { html: string; files: string[] } {
  for (const element of document.querySelectorAll('script, link[rel=modulepreload], link[rel=preload]'))
    element.remove();
  for (const form of document.forms) {
    form.setAttribute('method', 'post');
    form.setAttribute('action', '/submitted');
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

/** The files of a plain server that serves the same page at the same path. */
export async function staticCopy(browser: Browser, url: string, text: string): Promise<Map<string, PlainFile>> {
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
