/** Partners' codes that ended a session as a technical failure, with their current meaning. */
import { addDays, startOfDay } from '@panel/domain/calendar';
import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { readPartnerKey } from '../figures/figure-keys.ts';
import { type DailyFigure, figuresBetween } from '../figures/rollups.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { outcomeOfCode } from './codes.ts';

const FIGURE = 'technical-codes';
/** How long an unknown code needs attention. */
const WAITING_DAYS = 30;

type Code = PartnersPageData['codes'][number];

/** The day each code was first seen, however long ago, by its key. */
const firstDays = async (db: Queries, keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await db.many<{ key: string; day: string }>(sql`
        select key, min(day)::text as day from daily_figures where figure = ${FIGURE} and key = any(${keys}::text[]) group by key`)
    ).map(({ key, day }) => [key, day]),
  );

/** Takes figures oldest first, and returns the most recent code first. */
export async function reportedCodes(db: Queries, figures: readonly DailyFigure[]): Promise<Code[]> {
  const first = await firstDays(db, [...new Set(figures.flatMap(({ figure, key }) => (figure === FIGURE ? key : [])))]);
  const codes = new Map<string, Code>();
  for (const { figure, key, day, value } of figures) {
    const parts = figure === FIGURE ? readPartnerKey(key) : null;
    if (!parts) continue;
    const [partner, code] = parts;
    const at = startOfDay(day).toISOString();
    const seen = codes.get(key)?.seen ?? 0;
    const firstAt = startOfDay(first.get(key) ?? day).toISOString();
    codes.set(key, { partner, code, seen: seen + value, firstAt, lastAt: at, readAs: outcomeOfCode(partner, code) });
  }
  return [...codes.values()].sort((a, b) => (a.lastAt > b.lastAt ? -1 : 1));
}

/** Recent codes that we don't know, oldest first. */
export async function unknownCodes(db: Queries, to: string): Promise<Code[]> {
  const figures = await figuresBetween(db, [FIGURE], addDays(to, 1 - WAITING_DAYS), to);
  return (await reportedCodes(db, figures))
    .filter(({ readAs }) => readAs === null)
    .sort((a, b) => (a.firstAt < b.firstAt ? -1 : 1));
}
