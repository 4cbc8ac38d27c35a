/** Page views and starts of the app, by browser. */
import { addDays, southAfricanDate } from '@panel/domain/calendar';
import type pg from 'pg';
import { insertRows } from './insert.ts';
import { randomOf } from './random.ts';

const DAYS = 120;
/** Mean views a day, and the share of them in which the app starts. */
const BROWSERS = [
  { family: 'chrome', version: 129, views: 900, starts: 0.998 },
  { family: 'chrome', version: 109, views: 240, starts: 0.997 },
  { family: 'chrome', version: 95, views: 110, starts: 0.995 },
  { family: 'chrome', version: 74, views: 18, starts: 0.93 },
  { family: 'webview', version: 128, views: 420, starts: 0.997 },
  { family: 'webview', version: 61, views: 11, starts: 0.7 },
  { family: 'samsung', version: 121, views: 180, starts: 0.997 },
  { family: 'samsung', version: 79, views: 12, starts: 0.95 },
  { family: 'opera', version: 119, views: 90, starts: 0.99 },
  { family: 'opera', version: 0, views: 7, starts: 0 },
  { family: 'firefox', version: 128, views: 14, starts: 0.99 },
  { family: 'safari', version: 0, views: 25, starts: 0.995 },
] as const;

export async function addVisits(client: pg.Client, now: Date): Promise<void> {
  const random = randomOf(30);
  const today = southAfricanDate(now);
  const rows = BROWSERS.flatMap(({ family, version, views: mean, starts }) =>
    Array.from({ length: DAYS }, (_, back) => {
      const views = Math.round(mean * random.between(0.8, 1.2));
      return { day: addDays(today, -back), family, version, views, starts: Math.round(views * starts) };
    }),
  );
  await insertRows(client, 'page_views', rows);
}
