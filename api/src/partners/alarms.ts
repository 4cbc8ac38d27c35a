/** What an operator has to see of what partners send, counted for monitoring by partner and reason, and by no id. */
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { WITHHELD } from '@panel/domain/rewards/withheld';
import type { Metrics } from '../platform/metrics.ts';
import type { Effect } from './callbacks.ts';
import { ALERTS, type PartnerEvent } from './partner.ts';

/** Effects that an operator has to look at, because somebody's money may depend on it. */
const ALARMING = [
  'quarantined',
  'other-panelist',
  'repeat-of-undone',
  ...WITHHELD,
] as const satisfies readonly Effect[];
const REASONS = [...ALARMING, ...ALERTS, 'unreadable'] as const;
type AlarmReason = (typeof REASONS)[number];

/** Why an event needs review, or null. */
export const alarmOf = ({ alert }: PartnerEvent, effect: Effect): AlarmReason | null =>
  ALARMING.find((alarming) => alarming === effect) ?? (effect === 'duplicate' ? null : (alert ?? null));

const RESULTS = ['verified', 'refused', 'unreadable'] as const;
/** What a callback's response says of it. One of another status was not looked at. */
const RESULT_OF: ReadonlyMap<number, (typeof RESULTS)[number]> = new Map([
  [200, 'verified'],
  [403, 'refused'],
  [400, 'unreadable'],
  [413, 'unreadable'],
]);

export type PartnerCounts = {
  alarm(partner: Partner, reason: AlarmReason): void;
  callback(partner: Partner, status: number): void;
};

export function partnerCounts(metrics: Metrics | undefined): PartnerCounts {
  const alarms = (partner: Partner, reason: string) =>
    `panel_partner_alarms_total{partner="${partner}",reason="${reason}"}`;
  const callbacks = (partner: Partner, result: string) =>
    `panel_partner_callbacks_total{partner="${partner}",result="${result}"}`;
  // From zero on: what Prometheus first sees at one has not increased.
  for (const partner of PARTNERS) {
    for (const reason of REASONS) metrics?.count(alarms(partner, reason), 0);
    for (const result of RESULTS) metrics?.count(callbacks(partner, result), 0);
  }
  return {
    alarm: (partner, reason) => metrics?.count(alarms(partner, reason)),
    callback(partner, status) {
      const result = RESULT_OF.get(status);
      if (result) metrics?.count(callbacks(partner, result));
    },
  };
}
