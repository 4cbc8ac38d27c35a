import { southAfricanDate } from '@panel/domain/calendar';
import type { CentsNumber, Day, Instant, Paged } from '@panel/domain/console/values';
import type { DisputeKind, DisputeState } from '@panel/domain/disputes/disputes';
import type { MessageKind, MessageState } from '@panel/domain/messages';
import { CONSENT_PURPOSES, type ConsentPurpose } from '@panel/domain/panelists/consents';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { sessionMinutes } from '@panel/domain/partners/length';
import { type Outcome, type Return, returnOf } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';
import { findCard, type OpenedCard } from '../console/cards.ts';
import { nullIfRefused } from '../console/operation.ts';
import { definePage, type PageRequest } from '../console/page.ts';
import { pageOf, rangeIn } from '../console/paging.ts';
import { proposedCredits, stateOf } from '../disputes/disputes-page.ts';
import { disputeName, disputesOf } from '../disputes/store.ts';
import { panelistById } from '../identity/panelists.ts';
import { messagesTo } from '../messages/sent-messages.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { researchPreference } from '../preferences/store.ts';
import { storedLsmGroup } from '../profiling/lsm-groups.ts';
import { type CardQuality, readQuality } from '../quality/card-section.ts';
import { walletOfPanelist } from '../rewards/ledger.ts';
import { latestVoucher } from '../rewards/voucher-operations.ts';
import { withdrawalIdsOf } from '../rewards/withdrawals.ts';
import { type LedgerEntry, ledgerOf } from './card-ledger.ts';
import { type ConsentRecord, consentsOf } from './consents.ts';
import { lastActivityOf } from './last-activity.ts';
import { notesOf } from './notes.ts';

// People. A card is opened by the operation `open-card` (a did or a dispute, and a reason); its answer names the card, and the
// query has it as `card`. Query also: `cursor`, of the sessions.

export type ConsentState = 'given' | 'declined' | 'withdrawn';
export type PersonSession = {
  session: string;
  partner: Partner;
  enteredAt: Instant;
  minutes: number | null;
  /** How the browser came back, and what the partner reported with a verified event. */
  returnedAs: Return | null;
  reported: Outcome[];
  reward: CentsNumber | null;
  /** The one that is still to be answered. */
  dispute: string | null;
};
export type PersonCard = {
  card: string;
  openedAt: Instant;
  closesAt: Instant;
  /** Why it was opened, as the audit has it. */
  reason: string;
  /** The last four characters of the did; null if it can't be read. */
  didEnds: string | null;
  status: PanelistStatus;
  registeredOn: Day;
  lastActiveOn: Day | null;
  /** Null if the panelist has not answered every question that it needs. */
  lsmGroup: number | null;
  wallet: { available: CentsNumber; pending: CentsNumber; reserved: CentsNumber; owed: CentsNumber };
  nextReleaseOn: Day | null;
  earned: CentsNumber;
  paidOut: CentsNumber;
  statuses: { status: PanelistStatus | 'registered'; at: Instant; by: string | null; reason: string | null }[];
  /** What holds now, one for each purpose that the panelist was asked about. `declined` was never given. */
  consents: { purpose: ConsentPurpose; state: ConsentState; terms: string; at: Instant }[];
  preferences: { research: boolean };
  questionnaires: { questionnaire: string; label: string; doneOn: Day | null; dueOn: Day | null }[];
  sessions: Paged<PersonSession>;
  ledger: LedgerEntry[];
  /** The last one that was issued. Its PIN is kept for a day after it was sent, and can be sent again until then. */
  voucher: { paidAt: Instant; amount: CentsNumber; serialEnds: string; canBeSentAgain: boolean } | null;
  /** Kinds and states, never contents. */
  messages: { kind: MessageKind; state: MessageState; at: Instant }[];
  disputes: { dispute: string; kind: DisputeKind; state: DisputeState; at: Instant }[];
  notes: { at: Instant; by: string; text: string }[];
  /** Null until the first scoring. */
  quality: CardQuality | null;
};
export type PeoplePageData = { card: PersonCard | null };

const SHOWN_SESSIONS = 20;

/** Shows nothing until a card is opened, or after it has closed. */
const readPeople = async (request: PageRequest): Promise<PeoplePageData> => {
  const { deps, operator, query, at } = request;
  const id = query.get('card');
  const card = id ? await findCard(deps.database, operator, id, at).catch(nullIfRefused) : null;
  return { card: id && card ? await cardOf(request, id, card) : null };
};

export const peoplePage = definePage('people', { read: readPeople, tables: {} });

const dayOf = (at: Date | null): string | null => at && southAfricanDate(at);

async function cardOf({ deps, query, at }: PageRequest, id: string, card: OpenedCard): Promise<PersonCard> {
  const { database: db } = deps;
  const { panelistId } = card;
  const [
    record,
    lastActiveAt,
    lsmGroup,
    money,
    statuses,
    consents,
    research,
    questionnaires,
    sessions,
    ledger,
    messages,
    notes,
    disputes,
    voucher,
    credits,
    quality,
  ] = await Promise.all([
    panelistById(db, panelistId),
    lastActivityOf(db, panelistId),
    storedLsmGroup(db, panelistId),
    walletSection(db, panelistId),
    statusesOf(db, panelistId),
    consentsOf(db, panelistId),
    researchPreference(db, panelistId),
    questionnairesOf(db, panelistId),
    sessionsOf(db, panelistId),
    ledgerOf(db, panelistId),
    withdrawalIdsOf(db, panelistId).then((ids) => messagesTo(db, panelistId, ids)),
    notesOf(db, panelistId),
    disputesOf(db, panelistId),
    latestVoucher(db, panelistId),
    proposedCredits(db, at),
    readQuality(db, panelistId),
  ]);
  const open = disputes.filter(({ outcome }) => outcome === null);
  const named = new Map(open.map(({ id: dispute, sessionId }) => [sessionId, disputeName(dispute)]));
  return {
    card: id,
    openedAt: card.openedAt.toISOString(),
    closesAt: card.closesAt.toISOString(),
    reason: card.reason,
    didEnds: card.didEnd,
    status: record.status,
    registeredOn: southAfricanDate(record.registeredAt),
    lastActiveOn: southAfricanDate(lastActiveAt),
    lsmGroup,
    ...money,
    statuses: [...statuses, { status: 'registered', at: record.registeredAt.toISOString(), by: null, reason: null }],
    consents: holding(consents),
    preferences: { research: research?.receive === true },
    questionnaires,
    sessions: pageOf(
      sessions.map((session) => ({ ...session, dispute: named.get(session.session) ?? null })),
      rangeIn({ query }, SHOWN_SESSIONS),
    ),
    ledger,
    messages: messages.map(({ kind, state, createdAt }) => ({ kind, state, at: createdAt.toISOString() })).reverse(),
    voucher: voucher
      ? {
          paidAt: voucher.paidAt.toISOString(),
          amount: Number(voucher.amount),
          serialEnds: voucher.serialEnds,
          canBeSentAgain: voucher.hasPin,
        }
      : null,
    disputes: disputes.map((dispute) => ({
      dispute: disputeName(dispute.id),
      kind: dispute.kind,
      state: stateOf(dispute, credits),
      at: dispute.reportedAt.toISOString(),
    })),
    notes: notes.map(({ at, account, text }) => ({ at: at.toISOString(), by: account, text })),
    quality,
  };
}

/** The latest row of each purpose counts. */
const holding = (consents: readonly ConsentRecord[]): PersonCard['consents'] =>
  CONSENT_PURPOSES.flatMap((purpose) => {
    const latest = consents.findLast((consent) => consent.purpose === purpose);
    if (!latest) return [];
    const { given, channel, termsVersion, recordedAt } = latest;
    const state = given ? 'given' : channel === 'registration' ? 'declined' : 'withdrawn';
    return [{ purpose, state, terms: termsVersion, at: recordedAt.toISOString() }];
  });

async function walletSection(db: Queries, panelistId: string) {
  const { id, available, pending, reserved, owed, earned } = await walletOfPanelist(db, panelistId);
  const row = await db.one<{ nextReleaseAt: Date | null; paidOut: string | null }>(sql`
    select (select min(release_at) from rewards where wallet_id = ${id} and state = 'pending') as "nextReleaseAt",
      (select sum(amount)::bigint from withdrawals where wallet_id = ${id} and state = 'paid') as "paidOut"`);
  return {
    wallet: {
      available: Number(available),
      pending: Number(pending),
      reserved: Number(reserved),
      owed: -Number(owed),
    },
    nextReleaseOn: dayOf(row?.nextReleaseAt ?? null),
    earned: Number(earned),
    paidOut: Number(row?.paidOut ?? 0),
  };
}

/** Status changes by operators, newest first. */
async function statusesOf(db: Queries, panelistId: string): Promise<PersonCard['statuses']> {
  const rows = await db.many<{ status: PanelistStatus; at: Date; by: string; reason: string | null }>(sql`
    select inputs ->> 'to' as status, at, actor as by, reason from audit
    where subject = ${panelistId} and operation = 'set-status' and step = 'done' order by id desc`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function questionnairesOf(db: Queries, panelistId: string): Promise<PersonCard['questionnaires']> {
  const rows = await db.many<{ questionnaire: string; doneAt: Date | null; dueAt: Date | null }>(sql`
    select coalesce(s.questionnaire, d.survey) as questionnaire, s.at as "doneAt", d.due_at as "dueAt"
    from (
      select questionnaire, max(submitted_at) as at from submissions where panelist_id = ${panelistId} group by questionnaire
    ) s
    full join (select survey, due_at from profiling_due where panelist_id = ${panelistId}) d on d.survey = s.questionnaire`);
  return QUESTIONNAIRES.map(({ id }) => {
    const row = rows.find(({ questionnaire }) => questionnaire === id);
    return {
      questionnaire: id,
      label: labelOf(id),
      doneOn: dayOf(row?.doneAt ?? null),
      dueOn: dayOf(row?.dueAt ?? null),
    };
  });
}

const labelOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

type SessionRow = {
  id: string;
  partner: Partner;
  enteredAt: Date;
  returnedAt: Date | null;
  finishedAt: Date | null;
  lengthSeconds: number | null;
  reported: Outcome[];
  reward: string | null;
};

async function sessionsOf(db: Queries, panelistId: string): Promise<PersonSession[]> {
  const rows = await db.many<SessionRow>(sql`
    select s.id, s.partner, s.created_at as "enteredAt", s.returned_at as "returnedAt", s.finished_at as "finishedAt",
      s.length_seconds as "lengthSeconds",
      array(
        select e.outcome from partner_events e
        where e.session_id = s.id and e.outcome is not null and e.trust = 'verified'
        order by e.id
      ) as reported,
      (select r.amount from rewards r where r.session_id = s.id and r.state <> 'reversed') as reward
    from survey_sessions s where s.panelist_id = ${panelistId} order by s.created_at desc`);
  return rows.map((row) => ({
    session: row.id,
    partner: row.partner,
    enteredAt: row.enteredAt.toISOString(),
    minutes: sessionMinutes(row),
    returnedAs: returnOf(row),
    reported: row.reported,
    reward: row.reward === null ? null : Number(row.reward),
    dispute: null,
  }));
}
