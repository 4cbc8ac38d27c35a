/** A panelist's own copy of their data: the words of the page first, then every record. */
import { shownDay, shownMinute } from '@panel/domain/calendar';
import type { YourData } from '@panel/domain/panelists/your-data';
import { OWN_COPY } from '@panel/domain/wording/own-copy';
import { CHOICE_TEXTS, openingText, YOUR_DATA } from '@panel/domain/wording/your-data';
import type { Queries } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { openingsOf } from './openings.ts';
import { ownRecords } from './personal-data.ts';
import { readableText } from './readable-text.ts';
import { choicesOf, topicsOf } from './your-data.ts';

type OwnCopy = Pick<YourData, 'acceptedTermsAt' | 'choices' | 'openings'> & {
  readonly madeAt: string;
  readonly topics: NonNullable<YourData['topics']>;
  readonly records: object;
};

export async function readOwnCopy(db: Queries, vault: Vault, panelistId: string, at: Date): Promise<OwnCopy> {
  // A file may end up anywhere, and a person who has the did can open the app as the panelist.
  const { device: _, ...records } = await ownRecords(db, vault, panelistId);
  return {
    madeAt: at.toISOString(),
    topics: await topicsOf(db, vault, panelistId),
    ...(await choicesOf(db, panelistId)),
    openings: await openingsOf(db, panelistId, at),
    records,
  };
}

const dayOf = (instant: string): string => shownDay(new Date(instant));
const minuteOf = (instant: string): string => shownMinute(new Date(instant));

/** The copy as a text, in the words of the page. */
export function ownCopyText(copy: OwnCopy, brand: string): string {
  const topics = copy.topics.map(({ title, answers, answeredAt, note }) => [
    title.toUpperCase(),
    ...answers.map(({ question, answer }) => `${question}${question.endsWith('?') ? '' : ':'} ${answer}`),
    ...(note ? [note] : []),
    ...(answeredAt ? [OWN_COPY.lastAnswered(dayOf(answeredAt))] : []),
  ]);
  const choices = copy.choices.map(({ choice, isOn, since }) => {
    const state = since === null ? YOUR_DATA.neverOn : (isOn ? YOUR_DATA.onSince : YOUR_DATA.offSince)(dayOf(since));
    return `${CHOICE_TEXTS[choice].title}: ${state}`;
  });
  const accepted = copy.acceptedTermsAt ? [YOUR_DATA.accepted(dayOf(copy.acceptedTermsAt))] : [];
  const openings = copy.openings.map(({ act, role, at }) => `${minuteOf(at)}: ${openingText(act, role)}`);
  const sections = [
    [OWN_COPY.title(brand), OWN_COPY.madeOn(minuteOf(copy.madeAt))],
    ...topics,
    [YOUR_DATA.choicesTitle.toUpperCase(), ...accepted, ...choices],
    [YOUR_DATA.openingsTitle.toUpperCase(), ...(openings.length > 0 ? openings : [YOUR_DATA.nobody])],
    [OWN_COPY.missingTitle, ...OWN_COPY.missing],
    [OWN_COPY.recordsTitle, readableText(copy.records)],
  ];
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}
