/** The figures of Quality, counted from plain rows in the most direct way. */

import { PARTNERS } from '@panel/domain/partners/partners';
import type { QualityPageData } from '../src/quality/quality-page.ts';
import type { PlainRow, PlainRows } from './plain-rows.ts';
import { dayOf, monthOf, ofStatus } from './recount-panel.ts';

export function qualityOn(rows: PlainRows, day: string): QualityPageData {
  const scoreOf = (id: string | null) => rows.quality_scores.find(({ panelist_id }) => panelist_id === id);
  const scores = ofStatus(rows, 'approved').map(({ id }) => scoreOf(id)?.score ?? null);
  const isBand = (from: number) => (score: number | null) =>
    score !== null && score >= from && (score < from + 10 || from === 90);
  const disagrees = ({ panelist_id: id }: PlainRow) =>
    scoreOf(id)?.signals.some(
      (one: { signal: string; against: number }) => one.signal === 'contradictions' && one.against > 1,
    ) === true;
  const completed = rows.survey_sessions.filter(({ completed_at: at }) => at && dayOf(at) <= day);
  const rewardOf = ({ id }: PlainRow) =>
    rows.rewards.find(({ session_id, earned_at: at }) => session_id === id && dayOf(at) <= day);
  const months = [...new Set(completed.map(({ completed_at: at }) => monthOf(at)))].sort().reverse();
  const figures = months.flatMap((month) =>
    [...PARTNERS].sort().flatMap((partner) => {
      const own = completed.filter((one) => one.partner === partner && monthOf(one.completed_at) === month);
      const counted = (keeps: (one: PlainRow) => boolean) => own.filter(keeps).length;
      if (own.length === 0) return [];
      return [
        {
          month,
          partner,
          completes: own.length,
          timed: counted(({ is_fast: isFast }) => isFast !== null),
          fast: counted(({ is_fast: isFast }) => isFast === true),
          contradictory: counted(disagrees),
          rewarded: counted((one) => rewardOf(one) !== undefined),
          reversed: counted((one) => rewardOf(one)?.state === 'reversed'),
        },
      ];
    }),
  );
  return {
    countedOn: day,
    scores: [
      ...[90, 80, 70, 60, 50, 40, 30, 20, 10, 0].map((from) => ({
        score: `${from} to ${from === 90 ? 100 : from + 9}`,
        people: scores.filter(isBand(from)).length,
      })),
      { score: 'No score yet', people: scores.filter((score) => score === null).length },
    ],
    months: figures,
  };
}
