import { once } from 'node:events';
import { Writable } from 'node:stream';
import { addMonths } from '@panel/domain/calendar';
import { START_HEADER } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { prepareBuiltProduct } from '../../test/product.ts';
import { buildApp } from '../app.ts';
import { useConsole } from '../console/console.testing.ts';
import { DatabaseUnavailable } from '../platform/database/database.ts';
import { createMetrics, type Metrics } from '../platform/monitoring/metrics.ts';
import { applyRetention } from '../worker/retention.ts';
import { countPageViews, type PageViews } from './page-views.ts';
import { useServer, webFolder } from './web.testing.ts';

const CHROME_74 =
  'Mozilla/5.0 (Linux; Android 9; SM-J260F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3729.157 Mobile Safari/537.36';
const FIREFOX_115 = 'Mozilla/5.0 (Android 11; Mobile; rv:109.0) Gecko/115.0 Firefox/115.0';

useServer();
const { kit, signIn } = useConsole();

let metrics: Metrics;
let pageViews: PageViews;
let app: FastifyInstance;
let log = '';
const logTo = new Writable({
  write(chunk, _, done) {
    log += chunk;
    done();
  },
});
beforeEach(async () => {
  log = '';
  kit().clock.set(NOW);
  await kit().db.query('delete from page_views');
  metrics = createMetrics();
  const deps = kit().depsAs('api');
  pageViews = countPageViews(deps.database, deps.clock, metrics);
  app = buildApp(
    { ...deps, config: { ...deps.config, logLevel: 'info' } },
    { webFolder: webFolder(), metrics, pageViews, logTo },
  );
});
afterEach(async () => {
  await app.close();
  await pageViews.stop();
});

const get = (url: string, headers: Record<string, string> = {}, more: InjectOptions = {}) =>
  app.inject({ url, headers: { 'user-agent': CHROME_74, ...headers }, ...more });
const start = (headers = {}) => get(api.config, { [START_HEADER]: '1', ...headers });
const stored = async () =>
  (await kit().db.query('select day::text, family, version, views, starts from page_views order by 1, 2')).rows;
const counted = async () =>
  (await metrics.render([])).split('\n').filter((line) => /^panel_(page_views|script_starts)_total/.test(line));

describe('page views', () => {
  it('are counted by browser, with the starts of the app, as metrics and by day', async () => {
    for (const url of ['/', '/terms', '/?x-binu-did=d1']) await get(url);
    await start();
    await get('/terms', { 'user-agent': FIREFOX_115 });
    // In South Africa it is the next day.
    kit().clock.set('2026-11-15T22:00:00Z');
    await get('/terms');
    expect(await counted()).toEqual([
      'panel_page_views_total{family="chrome",version="74"} 4',
      'panel_page_views_total{family="firefox",version="115"} 1',
      'panel_script_starts_total{family="chrome",version="74"} 1',
    ]);
    expect(await stored()).toEqual([]);
    await pageViews.stop();
    expect(await stored()).toEqual([
      { day: '2026-11-15', family: 'chrome', version: 74, views: 3, starts: 1 },
      { day: '2026-11-15', family: 'firefox', version: 115, views: 1, starts: 0 },
      { day: '2026-11-16', family: 'chrome', version: 74, views: 1, starts: 0 },
    ]);
  });

  it('are also counted if the phone still has the page', async () => {
    const { headers } = await get('/terms');
    expect((await get('/terms', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect(await counted()).toEqual(['panel_page_views_total{family="chrome",version="74"} 2']);
  });

  it('are not prefetches, the offline page, files, posted forms, redirects, or calls without the header', async () => {
    for (const [url, headers, more] of [
      ['/terms', { 'sec-purpose': 'prefetch' }],
      ['/terms', {}, { method: 'HEAD' }],
      ['/offline.html', {}],
      ['/logo.svg', {}],
      ['/api/none', {}],
      ['/form', { 'content-type': 'application/x-www-form-urlencoded' }, { method: 'POST', payload: 'go=x' }],
      ['/survey-result/x', { cookie: `return-query=${encodeURIComponent('?a=1')}` }],
      [api.config, {}],
    ] as const)
      await get(url, headers, more);
    expect(await counted()).toEqual([]);
  });

  it('are added to the counts of other processes', async () => {
    for (let n = 0; n < 2; n += 1) {
      await get('/terms');
      await start();
      await pageViews.write();
    }
    expect(await stored()).toMatchObject([{ views: 2, starts: 2 }]);
  });

  it('are kept for the next minute while the database is down', async () => {
    const { database } = kit().depsAs('api');
    let isDown = true;
    const run: typeof database.run = (...statements) =>
      isDown ? Promise.reject(new DatabaseUnavailable('none')) : database.run(...statements);
    const views = countPageViews({ ...database, run }, kit().clock, createMetrics());
    const other = buildApp(kit().depsAs('api'), { webFolder: webFolder(), pageViews: views });
    const open = () => other.inject({ url: '/terms', headers: { 'user-agent': CHROME_74 } });
    await open();
    await views.write();
    await open();
    await other.close();
    isDown = false;
    await views.stop();
    expect(await stored()).toMatchObject([{ family: 'chrome', version: 74, views: 2 }]);
  });

  it('are written by a process that is told to stop', async () => {
    const product = await prepareBuiltProduct(kit().url);
    onTestFinished(() => product.close());
    const { child, origin } = await product.start('api');
    await fetch(`${origin}${api.config}`, { headers: { 'user-agent': CHROME_74, [START_HEADER]: '1' } });
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(await stored()).toMatchObject([{ family: 'chrome', version: 74, views: 0, starts: 1 }]);
  });

  it('T29: leave no user agent in the log, and are erased after 13 months', async () => {
    await get('/terms');
    await pageViews.write();
    expect(log).toContain('"msg":"request"');
    expect(log).not.toContain('SM-J260F');
    kit().clock.set(addMonths(NOW, 13));
    await applyRetention(kit().depsAs('worker'));
    expect(await stored()).toHaveLength(1);
    kit().clock.set(addMonths(NOW, 14));
    await applyRetention(kit().depsAs('worker'));
    expect(await stored()).toEqual([]);
  });
});

describe('the visits of Today', () => {
  const insert = (rows: readonly (readonly [string, string, number, number, number])[]) =>
    Promise.all(rows.map((row) => kit().db.query('insert into page_views values ($1, $2, $3, $4, $5)', [...row])));
  const visits = async () => (await (await signIn('support-1', 'support')).page('today')).visits;

  it('are those of the last 30 days, with the share of old browsers', async () => {
    await insert([
      ['2026-11-14', 'chrome', 79, 3, 1],
      ['2026-11-14', 'chrome', 80, 5, 5],
      ['2026-11-13', 'webview', 30, 4, 0],
      ['2026-10-16', 'samsung', 79, 6, 3],
      ['2026-10-16', 'opera', 70, 7, 4],
      // Unknown, or not built on Chromium.
      ['2026-10-16', 'opera', 0, 20, 0],
      ['2026-10-16', 'firefox', 52, 30, 9],
      ['2026-10-15', 'chrome', 70, 1000, 0],
    ]);
    expect(await visits()).toEqual({ total: 75, inOldBrowsers: 20, started: 22 });
  });

  it('are absent if there were none', async () => {
    expect(await visits()).toBeNull();
  });
});
