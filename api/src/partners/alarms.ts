/** Partners' messages that an operator has to see, counted by partner and reason, without ids. */
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { WITHHELD } from '@panel/domain/rewards/pricing';
import { Counter } from 'prom-client';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import type { Effect } from './callbacks.ts';
import { ALERTS, type PartnerEvent } from './partner.ts';

/** Effects that an operator has to check, because a panelist's money may depend on them. */
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

const RESULTS = ['verified', 'refused', 'unreadable', 'failed'] as const;
/** The result of a callback, by its response. Callbacks with another status were not processed. */
const RESULT_OF: ReadonlyMap<number, (typeof RESULTS)[number]> = new Map([
  [200, 'verified'],
  [403, 'refused'],
  [400, 'unreadable'],
  [413, 'unreadable'],
  [500, 'failed'],
]);

type PartnerCounts = {
  alarm(partner: Partner, reason: AlarmReason): void;
  callback(partner: Partner, status: number): void;
};

export function partnerCounts({ registry }: Metrics): PartnerCounts {
  const registers = [registry];
  const alarms = new Counter({
    name: 'panel_partner_alarms_total',
    help: 'Events of a partner that an operator has to check.',
    labelNames: ['partner', 'reason'],
    registers,
  });
  const callbacks = new Counter({
    name: 'panel_partner_callbacks_total',
    help: 'Callbacks of a partner, by result.',
    labelNames: ['partner', 'result'],
    registers,
  });
  // Initialised to zero, because Prometheus doesn't count a series' first value as an increase.
  for (const partner of PARTNERS) {
    for (const reason of REASONS) alarms.inc({ partner, reason }, 0);
    for (const result of RESULTS) callbacks.inc({ partner, result }, 0);
  }
  return {
    alarm: (partner, reason) => alarms.inc({ partner, reason }),
    callback(partner, status) {
      const result = RESULT_OF.get(status);
      if (result) callbacks.inc({ partner, result });
    },
  };
}
