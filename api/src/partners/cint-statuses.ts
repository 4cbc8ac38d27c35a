/** Cint's status codes. A push and a return carry two: the marketplace's and the client survey's. */
import type { Outcome, ReversalReason } from '@panel/domain/partners/outcomes';
import { codeText, type StatusRow, statusTable } from './reading.ts';

export const MARKETPLACE_STATUSES: readonly StatusRow[] = [
  ['-6', 'drop', 'dropped before the client'],
  ['-5', 'drop', 'failure after an answer'],
  ['-1', 'drop', 'failure to load the marketplace'],
  ['1', 'drop', 'in the screener'],
  ['3', 'drop', 'sent to the client'],
  ['21', 'screenout', 'industry lockout'],
  ['23', 'screenout', 'standard qualification'],
  ['24', 'screenout', 'custom qualification'],
  ['30', 'duplicate', 'duplicate IP'],
  ['31', 'duplicate', 'duplicate by fingerprint'],
  ['32', 'quality', 'invalid traffic'],
  ['35', 'duplicate', 'duplicate pid'],
  ['36', 'duplicate', 'duplicate cookie'],
  ['37', 'quality', 'GeoIP mismatch'],
  ['38', 'quality', 'fraud profile'],
  ['40', 'overquota', 'quota full'],
  ['41', 'overquota', 'supplier allocation'],
  ['42', 'overquota', 'closed for entry'],
  ['50', 'overquota', 'CPI below the rate card'],
  ['98', 'screenout', 'end of the router'],
  ['120', 'screenout', 'opted out before the client'],
  ['122', 'screenout', 'opted out on return'],
  ['123', 'quality', 'client survey entry limit'],
  ['124', 'quality', 'router time limit'],
  ['125', 'screenout', 'opted out at the time warning'],
  ['126', 'quality', 'answer limit'],
  ['131', 'technical', 'our hash was rejected'],
  ['132', 'blocked', 'blocked pid'],
  ['133', 'blocked', 'blocked IP'],
  ['134', 'overquota', 'completes per day'],
  ['138', 'duplicate', 'survey group: cookie'],
  ['139', 'duplicate', 'survey group: pid'],
  ['230', 'duplicate', 'survey group: IP'],
  ['234', 'blocked', 'blocked country'],
  ['236', 'screenout', 'no privacy consent'],
  ['237', 'screenout', 'minimum age'],
  ['238', 'blocked', 'deny list'],
  ['240', 'quality', 'invalid browser'],
  ['241', 'overquota', 'respondent threshold'],
  ['242', 'quality', 'quality score'],
  ['243', 'quality', 'marketplace hash mismatch'],
  ['301', 'technical', 'concurrent session'],
  ['302', 'technical', 'cookie expired'],
  ['303', 'technical', 'timed out'],
];

export const CLIENT_STATUSES: readonly StatusRow[] = [
  ['10', 'complete', 'complete'],
  ['11', 'reinstated', 'adjusted to complete'],
  ['20', 'screenout', 'terminated'],
  ['26', 'reversed', 'adjusted to non-complete'],
  ['28', 'reversed', 'adjusted to non-complete'],
  ['30', 'quality', 'quality'],
  ['33', 'quality', 'speeder'],
  ['34', 'quality', 'open ends'],
  ['35', 'quality', 'quality'],
  ['40', 'overquota', 'quota full'],
  ['70', 'screenout', 'other termination'],
  ['80', 'screenout', 'other termination'],
  ['91', 'screenout', 'client code unknown to Cint'],
  ['110', 'screenout', 'other termination'],
  ['134', 'overquota', 'completes per day'],
  ['930', 'reversed', 'fraud'],
  ['932', 'reversed', 'straight-lining'],
  ['933', 'reversed', 'speeding'],
  ['934', 'reversed', 'open ends'],
  ['935', 'reversed', 'ghost'],
  ['936', 'reversed', 'inconsistent'],
  // Assumption: cint-reversal-codes.
  ['940', 'reversed', 'reconciled by Cint itself'],
  ['941', 'reversed', 'reconciled by Cint itself'],
  ['942', 'reversed', 'reconciled by Cint itself'],
  ['943', 'reversed', 'reconciled by Cint itself'],
  ['944', 'reversed', 'reconciled by Cint itself'],
];

/** What panelists are told. Fraud is only the partner's suspicion, so it is called a check that wasn't passed. */
const REASONS: ReadonlyMap<string, ReversalReason> = new Map([
  ['930', 'quality'],
  ['932', 'straight-lining'],
  ['933', 'speeding'],
  ['934', 'open-ends'],
  ['935', 'no-record'],
  ['936', 'inconsistent'],
]);
export const cintReason = (client: string): ReversalReason | undefined => REASONS.get(client);

const marketplaceOutcome = statusTable(MARKETPLACE_STATUSES);
const clientOutcome = statusTable(CLIENT_STATUSES);
/** Never reached the client, or still in its survey: the marketplace's code decides. */
const NO_CLIENT_RESULT = new Set(['', '-1', '1']);
const SENT_TO_CLIENT = '3';

/** The outcome of the two codes; undefined if the deciding one is unknown. */
export const cintOutcome = (marketplace: string, client: string): Outcome | undefined =>
  NO_CLIENT_RESULT.has(client) ? marketplaceOutcome(marketplace) : clientOutcome(client);

/** Whether the codes don't say how the client's survey ended. */
export const isUndecided = (marketplace: string, client: string): boolean =>
  NO_CLIENT_RESULT.has(client) && (marketplace === '' || marketplace === SENT_TO_CLIENT);

/** The two codes as stored with an event. */
export const cintCode = (marketplace: string, client: string): string => `${codeText(marketplace)}/${codeText(client)}`;
/** The outcome of a stored code. If the codes are inconclusive, the page that the browser returned to decides. */
export function cintCodeOutcome(rawCode: string): Outcome | undefined {
  const [marketplace = '', client = ''] = rawCode.split('/');
  return cintOutcome(marketplace, client) ?? (isUndecided(marketplace, client) ? 'technical' : undefined);
}
