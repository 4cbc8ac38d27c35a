/** Callbacks that were not sent by their partner. */
import { createHash } from 'node:crypto';
import type { Partner } from '@panel/domain/partners/partners';
import type { Database } from '../platform/database/database.ts';
import { insertStrayEventStatement } from './locked-session.ts';
import type { Inbound } from './partner.ts';

const MAX_FAILURES_PER_MINUTE = 10;

type FailureRecorder = (partner: Partner, inbound: Inbound, at: Date) => Promise<'recorded' | 'not-recorded'>;

/** Records rejected callbacks, but only a few a minute: a flood must not fill the database. */
export function failureRecorder(database: Database): FailureRecorder {
  const recent = new Map<Partner, { minute: number; count: number }>();
  return async (partner, { method, publicUrl, body }, at) => {
    const minute = Math.floor(at.getTime() / 60_000);
    const last = recent.get(partner);
    const count = last?.minute === minute ? last.count + 1 : 1;
    recent.set(partner, { minute, count });
    if (count > MAX_FAILURES_PER_MINUTE) return 'not-recorded';
    const digest = createHash('sha256').update(`${method} ${publicUrl}\n`).update(body).digest();
    const dedupeKey = `failed:${digest.toString('hex')}`;
    const row = { partner, dedupeKey, event: null, digest, trust: 'failed', effect: 'refused' } as const;
    // The callback is refused even if it can't be recorded.
    return database.run(insertStrayEventStatement(row, at)).then(
      () => 'recorded',
      () => 'not-recorded',
    );
  };
}
