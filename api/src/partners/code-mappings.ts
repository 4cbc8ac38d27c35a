/**
 * Partners' codes that are in no status table, as two people have mapped them. Mappings are read with each unknown code, so they apply to every
 * process at once.
 */
import { countText } from '@panel/domain/console/count-text';
import { MAPPABLE_OUTCOMES, type MappableOutcome, OUTCOME_WORDS } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES, type Partner } from '@panel/domain/partners/partners';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import { partnerOf } from './blocks.ts';
import { outcomeOfCode } from './codes.ts';
import type { PartnerEvent } from './partner.ts';

type Mapping = { readonly partner: Partner; readonly code: string; readonly outcome: MappableOutcome };

export const allMappings = (db: Queries) =>
  db.many<Mapping & { readonly mappedAt: Date }>(sql`
    select partner, code, outcome, mapped_at as "mappedAt" from partner_code_mappings order by mapped_at desc, partner, code`);

const mappingOf = (db: Queries, partner: Partner, code: string) =>
  db.one<Pick<Mapping, 'outcome'>>(sql`
    select outcome from partner_code_mappings where partner = ${partner} and code = ${code}`);

/** The event with the outcome that its unknown code is mapped to, if it is. */
export async function withMappedCode(tx: Tx, partner: Partner, event: PartnerEvent): Promise<PartnerEvent> {
  const mapping = await mappingOf(tx, partner, event.rawCode);
  if (!mapping) return event;
  const { alert: _, ...known } = event;
  return { ...known, outcome: mapping.outcome };
}

/** The subject of a proposal, and the item that Today lists. */
export const codeSubject = (partner: Partner, code: string): string => `${partner} ${code}`;

type Asked = Mapping & { readonly current: MappableOutcome | null; readonly sessions: number };

/** Sessions are counted up to an event, because a code in use is reported again before the approval. */
async function requireUnknown(run: OperationRun): Promise<Asked> {
  const [partner, code] = [partnerOf(run), inputOf(run, 'code')];
  const outcome = MAPPABLE_OUTCOMES.find((one) => one === inputOf(run, 'outcome'));
  if (!outcome) throw new OperatorError('A code can’t be mapped to this outcome.');
  if (outcomeOfCode(partner, code))
    throw new OperatorError('This code is in the partner’s table, so it can’t be mapped.');
  const current = (await mappingOf(run.tx, partner, code))?.outcome ?? null;
  const waiting = await run.tx.one<{ events: number; sessions: number }>(sql`
    select count(*)::int as events, (count(distinct e.session_id) filter (where s.outcome = 'technical'))::int as sessions
    from partner_events e join survey_sessions s on s.id = e.session_id
    where e.is_unknown_code and e.partner = ${partner} and e.raw_code = ${code} and e.id <= ${inputOf(run, 'event')}`);
  if (!waiting?.events && !current) throw new OperatorError('The partner hasn’t reported this code.');
  return { partner, code, outcome, current, sessions: waiting?.sessions ?? 0 };
}

const mapCode: Implementation = {
  async facts(run) {
    const { partner, code, outcome, current, sessions } = await requireUnknown(run);
    return {
      subject: codeSubject(partner, code),
      amount: null,
      facts: [
        { label: 'Partner', value: { text: PARTNER_NAMES[partner] } },
        { label: 'Code', value: { text: code } },
        { label: 'Outcome', value: { text: OUTCOME_WORDS[outcome] } },
        { label: 'Mapped until now to', value: { text: current ? OUTCOME_WORDS[current] : 'nothing' } },
        { label: 'Sessions that get this outcome', value: { text: String(sessions) } },
        { label: 'Rewards', value: { text: 'none change' } },
      ],
    };
  },
  async perform(run) {
    const { partner, code, outcome } = await requireUnknown(run);
    // A session with a better outcome by now keeps it, together with the event's.
    await run.tx.run(sql`
      insert into partner_code_mappings (partner, code, outcome, mapped_at) values (${partner}, ${code}, ${outcome}, ${run.at})
      on conflict (partner, code) do update set outcome = excluded.outcome, mapped_at = excluded.mapped_at`);
    const events = await run.tx.returning<{ session: string }>(sql`
            update partner_events e set is_unknown_code = false,
              outcome = case when s.outcome = 'technical' then ${outcome} else e.outcome end
            from survey_sessions s
            where s.id = e.session_id and e.is_unknown_code and e.partner = ${partner} and e.raw_code = ${code}
            returning e.session_id as session`);
    const changed = await run.tx.run(sql`
      update survey_sessions set outcome = ${outcome}
      where id = any(${events.map(({ session }) => session)}::text[]) and outcome = 'technical'`);
    return {
      message: `The code is mapped. ${countText(changed, 'session')} got the outcome.`,
      subject: codeSubject(partner, code),
    };
  },
};

export const codeOperations = {
  'map-code': mapCode,
};
