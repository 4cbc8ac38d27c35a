/** Page views, and how often the app started in one, by browser: as metrics, and by South African day for the console. */
import { southAfricanDate } from '@panel/domain/calendar';
import { OLD_BEFORE_CHROME } from '@panel/domain/console/today-page';
import type { FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import { bufferCounts, type CountOf } from '../platform/database/buffered-counts.ts';
import { type Database, type Queries, sql } from '../platform/database/database.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { type BrowserVersion, browserOf, CHROMIUM_FAMILIES } from './browsers.ts';

/** Pages that browsers opened. */
export type Visits = {
  total: number;
  inOldBrowsers: number;
  /** Those in which the app has started. */
  started: number;
};

const WRITE_EVERY_MS = 60_000;

type Visit = BrowserVersion & { readonly day: string; readonly isStart: boolean };

export type PageViews = ReturnType<typeof countPageViews>;

export function countPageViews(database: Database, clock: Clock, { registry }: Metrics) {
  const counts = bufferCounts<Visit>((visits) => insertVisits(database, visits), WRITE_EVERY_MS);
  const counter = (name: string, help: string, isStart: boolean) => {
    const metric = new Counter({ name, help, labelNames: ['family', 'version'], registers: [registry] });
    return ({ headers }: FastifyRequest): void => {
      const browser = browserOf(headers['user-agent']);
      metric.inc(browser);
      counts.add({ ...browser, day: southAfricanDate(clock.now()), isStart });
    };
  };
  return {
    /** A browser was sent a page. */
    view: counter('panel_page_views_total', 'Pages sent, by browser. Version 0 is unknown.', false),
    /** The app has started in a page. */
    start: counter('panel_script_starts_total', 'Pages in which the app has started, by browser.', true),
    /** Writes the counts since the last time. */
    write: counts.write,
    stop: counts.stop,
  };
}

const insertVisits = (database: Database, visits: readonly CountOf<Visit>[]) =>
  database.run(sql`
    insert into page_views as v (day, family, version, views, starts)
    select day, family, version, sum(count * (not is_start)::int), sum(count * is_start::int)
    from unnest(${visits.map(({ what }) => what.day)}::date[], ${visits.map(({ what }) => what.family)}::text[],
      ${visits.map(({ what }) => what.version)}::smallint[], ${visits.map(({ what }) => what.isStart)}::boolean[],
      ${visits.map(({ count }) => count)}::int[]) as visit (day, family, version, is_start, count)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, family, version) do update set views = v.views + excluded.views, starts = v.starts + excluded.starts`);

/** The visits of these days, the first and the last one included. Null if there were none. */
export const visitsBetween = async (db: Queries, from: string, to: string): Promise<Visits | null> =>
  (await db.one<Visits>(sql`
    select sum(views)::int as total, sum(starts)::int as started,
      coalesce(sum(views) filter (where family = any(${CHROMIUM_FAMILIES}::text[])
        and version > 0 and version < ${OLD_BEFORE_CHROME}), 0)::int as "inOldBrowsers"
    from page_views where day between ${from} and ${to} having sum(views) > 0`)) ?? null;

/** Returns the number of rows erased. */
export const deletePageViewsBefore = (database: Database, day: string): Promise<number> =>
  database.run(sql`delete from page_views where day < ${day}`);
