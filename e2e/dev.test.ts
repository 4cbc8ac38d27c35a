/** `npm run dev`: the product at one address, with pages that reload. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { GOLDEN } from '@panel/domain/golden';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api, FORGERY_COOKIE, FORGERY_HEADER, screens, taskLink } from '@panel/domain/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePortRange, newDataDir, npmStart, stop } from './product.ts';

const { did, payload } = GOLDEN.registration;
let dataDir = '';
let origin = '';
let output = '';
let child: ChildProcess;

beforeAll(async () => {
  const port = await freePortRange();
  dataDir = await newDataDir();
  origin = `http://localhost:${port}`;
  ({ child, output } = await npmStart({ PORT: String(port), DATA_DIR: dataDir }, 'dev'));
});
afterAll(async () => {
  if (child) await stop(child);
  await rm(dataDir, { recursive: true, force: true });
});

/** Registers like a page of an origin, with our own token. */
async function registerFrom(page: string): Promise<number> {
  const cookie = (await fetch(origin + api.config)).headers.get('set-cookie') ?? '';
  const [, token = ''] = new RegExp(`${FORGERY_COOKIE}=([^;]+)`).exec(cookie) ?? [];
  const headers = { origin: page, cookie: `${FORGERY_COOKIE}=${token}`, [FORGERY_HEADER]: token };
  const { status } = await fetch(origin + api.register, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  return status;
}
const check = async () => (await fetch(origin + api.registrationCheck(did))).json();
/** Every page that reloads contains Vite's script. */
const expectReloadingPage = async (response: Response) => expect(await response.text()).toContain('/@vite/client');

describe('npm run dev', () => {
  it('prints the product’s own address, whose pages reload', async () => {
    expect(output).toContain(`\nOpen ${origin}/?x-binu-did=demo-panelist-1\n`);
    await expectReloadingPage(await fetch(origin));
    await expectReloadingPage(await fetch(origin + screens.terms));
    // The API answers a research task's link.
    expect((await fetch(origin + taskLink('none', 'none'), { redirect: 'manual' })).status).toBe(302);
  });

  it('accepts requests from its own pages, and refuses those of another origin', async () => {
    expect(await registerFrom('http://localhost:1')).toBe(403);
    expect(await registerFrom(origin)).toBe(201);
  });

  it('links the profiling surveys to pages', async () => {
    const link = (await check()).bua_second_round_survey_link;
    expect(link).toMatch(new RegExp(`^${origin}/`));
    await expectReloadingPage(await fetch(`${link}/${did}`));
  });

  it('credits a partner’s survey and shows the return page', async () => {
    const { url } = await (await fetch(origin + entryLink('purespectrum')(did))).json();
    const { url: session } = await fetch(url);
    const answer = (action: string) => fetch(session, { method: 'POST', body: new URLSearchParams({ action }) });
    await answer('start');
    const returned = await answer('complete');
    expect(returned.url).toMatch(new RegExp(`^${origin}/`));
    await expectReloadingPage(returned);
    await expect.poll(async () => (await check()).pending_reward).toBeGreaterThan(0);
  });

  it('stops when it is interrupted', async () => {
    const ended = once(child, 'close');
    process.kill(-(child.pid as number), 'SIGINT');
    await ended;
  });
});
