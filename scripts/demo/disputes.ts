/** Reports of the demo's panelists: some are answered, some are open, and one credit waits for approval. */
import { DISPUTE_KINDS, type DisputeKind } from '@panel/domain/disputes/disputes';
import { DAY_MS } from '@panel/domain/durations';
import type pg from 'pg';
import type { AppDependencies } from '../../api/src/dependencies.ts';
import { disputeName } from '../../api/src/disputes/store.ts';
import { vaultLabel } from '../../api/src/platform/security/vault.ts';
import { insertRows } from './insert.ts';
import { operate, SUPPORT } from './operate.ts';
import { randomOf } from './random.ts';

const OPEN = 11;
const ANSWERED = 30;

const WORDS: Readonly<Record<DisputeKind, string>> = {
  'no-reward': 'It said thank you at the end, and nothing came.',
  'reward-reversed': 'I answered everything. Why was it taken back?',
  'reward-too-small': 'The button said more than I got.',
  'stopped-early': 'It stopped at the last page.',
  'asked-private': 'It wanted my bank card to pay me.',
  other: 'The page was in a language that I do not speak.',
};
const DECLINED = 'The partner says that the survey had enough answers before you finished. Your next one can pay.';

type Session = {
  readonly id: string;
  readonly panelistId: string;
  readonly endedAt: Date;
  readonly isReversed: boolean;
};

/** Surveys of the last weeks without a reward, or with a reversed one. */
async function sessionsToReport(client: pg.Client, now: Date): Promise<Session[]> {
  const { rows } = await client.query<Session>(
    `select s.id, s.panelist_id as "panelistId", s.ended_at as "endedAt", s.outcome = 'reversed' as "isReversed"
     from survey_sessions s join panelists p on p.id = s.panelist_id and p.status = 'approved'
     where s.outcome in ('technical', 'quality', 'reversed') and s.ended_at between $1 and $2 order by s.ended_at, s.id`,
    [new Date(now.getTime() - 40 * DAY_MS), new Date(now.getTime() - 2 * DAY_MS)],
  );
  return rows;
}

export async function addDisputes(client: pg.Client, { vault }: AppDependencies, now: Date): Promise<void> {
  const random = randomOf(31);
  const sessions = (await sessionsToReport(client, now)).slice(-(OPEN + ANSWERED));
  const rows = [];
  for (const [index, { id, panelistId, endedAt, isReversed }] of sessions.entries()) {
    const isOpen = index >= sessions.length - OPEN;
    const kind = isReversed ? 'reward-reversed' : random.pick(DISPUTE_KINDS.filter((one) => one !== 'reward-reversed'));
    const reportedAt = new Date(endedAt.getTime() + random.between(1, 1.9) * DAY_MS);
    const answeredAt = new Date(Math.min(reportedAt.getTime() + random.between(0.5, 4.5) * DAY_MS, now.getTime()));
    const key = await vault.panelistKeys.getOrCreate(panelistId);
    rows.push({
      session_id: id,
      panelist_id: panelistId,
      kind,
      words_sealed: key.seal(vaultLabel.disputeWords(id), WORDS[kind]),
      reported_at: reportedAt,
      outcome: isOpen ? null : 'declined',
      answer: isOpen ? null : DECLINED,
      answered_at: isOpen ? null : answeredAt,
    });
  }
  await insertRows(client, 'disputes', rows);
}

/** Asks the partner about some of the open ones, and proposes a credit for a reversed one. */
export async function answerDisputes(client: pg.Client, deps: AppDependencies): Promise<void> {
  const { rows } = await client.query<{ id: string; kind: DisputeKind }>(
    'select id, kind from disputes where answered_at is null order by reported_at',
  );
  for (const { id } of rows.filter((_, index) => index % 4 === 1))
    await operate(deps, SUPPORT, 'ask-partner', { dispute: disputeName(id), reason: 'Asked by mail.' });
  const reversed = rows.find(({ kind }) => kind === 'reward-reversed');
  if (reversed)
    await operate(deps, SUPPORT, 'credit-dispute', {
      dispute: disputeName(reversed.id),
      answer: 'The partner took it back by mistake. We have added it to your balance again.',
      reason: 'The partner confirms the mistake.',
    });
}
