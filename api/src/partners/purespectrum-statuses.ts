/** PureSpectrum's `ps_rstatus`. */
import type { Outcome, ReversalReason } from '@panel/domain/partners/outcomes';
import { codeText, type StatusRow, statusTable } from './reading.ts';

export const RESPONDENT_STATUSES: readonly StatusRow[] = [
  ['11', 'drop', 'dropped at PureSpectrum'],
  ['12', 'overquota', 'quota full'],
  ['13', 'screenout', 'terminated'],
  ['14', 'drop', 'in progress at PureSpectrum'],
  ['15', 'duplicate', 'PureSpectrum quality check'],
  ['16', 'drop', 'in progress at the buyer'],
  ['17', 'overquota', 'buyer’s quota full'],
  ['18', 'screenout', 'terminated by the buyer'],
  ['19', 'drop', 'dropped at the buyer'],
  ['20', 'quality', 'buyer’s quality termination'],
  ['21', 'complete', 'complete'],
  ['22', 'overquota', 'survey closed'],
  ['23', 'overquota', 'survey paused'],
  ['24', 'screenout', 'quota not open'],
  ['25', 'screenout', 'supplier allocation full'],
  ['26', 'duplicate', 'past participation'],
  ['27', 'overquota', 'supplier quota allocation full'],
  ['28', 'technical', 'invalid survey: check the entry links'],
  ['29', 'quality', 'speeder'],
  ['30', 'duplicate', 'buyer’s de-duplication'],
  ['31', 'quality', 'buyer’s hash mismatch'],
  ['32', 'duplicate', 'survey group'],
  ['33', 'reversed', 'rejected in reconciliation'],
  ['35', 'screenout', 'no quota matched'],
  ['36', 'overquota', 'IP throttling'],
  ['37', 'overquota', 'quota throttling'],
  ['38', 'quality', 'respondent geolocation mismatch'],
  ['40', 'quality', 'GeoIP mismatch'],
  ['41', 'quality', 'bot'],
  ['42', 'quality', 'blacklisted'],
  ['43', 'quality', 'anonymous IP'],
  ['44', 'screenout', 'include list'],
  ['45', 'screenout', 'terminated, extended'],
  ['46', 'screenout', 'terminated, custom'],
  ['47', 'overquota', 'quota full, extended'],
  ['48', 'overquota', 'quota full, custom'],
  ['49', 'screenout', 'include list'],
  ['50', 'screenout', 'exclude list'],
  ['51', 'quality', 'invalid supplier'],
  ['55', 'quality', 'entry link reused'],
  ['57', 'overquota', 'supplier quota full'],
  ['58', 'overquota', 'supplier quota throttled'],
  ['60', 'quality', 'JavaScript check'],
  ['62', 'quality', 'no score'],
  ['63', 'blocked', 'blacklisted: data quality'],
  ['64', 'blocked', 'blacklisted: data quality'],
  ['67', 'quality', 'fraudster'],
  ['68', 'quality', 'threat'],
  ['69', 'duplicate', 'TC termination'],
  ['70', 'duplicate', 'duplicate by fingerprint'],
  ['71', 'quality', 'SC hash mismatch'],
  ['73', 'quality', 'transaction fraud'],
  ['74', 'duplicate', 'duplicate redirect'],
  ['76', 'quality', 'screener invalid'],
  ['77', 'quality', 'our hash was rejected'],
  ['78', 'quality', 'honeypot'],
  ['79', 'quality', 'duplicate open-end text'],
  ['80', 'quality', 'machine-generated open-end text'],
  ['81', 'quality', 'open-end language mismatch'],
  ['82', 'quality', 'survey signature mismatch'],
  ['83', 'quality', 'browser manipulated'],
  ['85', 'duplicate', 'duplicate before entry'],
  ['86', 'duplicate', 'duplicate in the survey group'],
  ['87', 'quality', 'invalid supplier'],
  ['88', 'overquota', 'supplier allocation throttled'],
];

export const pureSpectrumOutcome = statusTable(RESPONDENT_STATUSES);
/** What panelists are told, by the new status of a completion; most say only that it was rejected. */
const REASONS: ReadonlyMap<string, ReversalReason> = new Map([
  ['20', 'quality'],
  ['29', 'speeding'],
  ['79', 'open-ends'],
  ['80', 'open-ends'],
  ['81', 'open-ends'],
]);
export const pureSpectrumReason = (status: string): ReversalReason | undefined => REASONS.get(status);
export const COMPLETE = '21';
export const REJECTED = '33';

/** A status change as stored with an event. */
export const pureSpectrumCode = (from: string, to: string): string => `${codeText(from)}>${codeText(to)}`;
/** The outcome of a status change, or of a single status; undefined if a status is unknown. */
export function pureSpectrumCodeOutcome(rawCode: string): Outcome | undefined {
  const statuses = rawCode.split('>').map(pureSpectrumOutcome);
  return statuses.includes(undefined) ? undefined : statuses.at(-1);
}
