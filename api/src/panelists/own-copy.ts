/** A panelist's own copy of their data: the words of the page first, then every record. */
import type { YourData } from '@panel/domain/panelists/your-data';
import { shownDay, shownMinute } from '@panel/domain/wording';
import { CHOICE_TEXTS, openingText, YOUR_DATA } from '@panel/domain/wording/your-data';
import type { Queries } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { openingsOf } from './openings.ts';
import { ownRecords } from './personal-data.ts';
import { readableText } from './readable-text.ts';
import { choicesOf, topicsOf } from './your-data.ts';

export type OwnCopy = Pick<YourData, 'acceptedTermsAt' | 'choices' | 'openings'> & {
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

const NOT_HERE = [
  'Your device’s code, because whoever has it can open the panel as you.',
  'Your number, because we only keep a scrambled copy of it.',
  'Voucher PINs, because we erase them a day after they are sent.',
  'Our staff’s notes and decisions about you. Ask us, and we send them to you.',
];

/** The copy as a text, in the words of the page. */
export function ownCopyText(copy: OwnCopy, brand: string): string {
  const topics = copy.topics.map(({ title, answers, answeredAt, note }) => [
    title.toUpperCase(),
    ...answers.map(({ question, answer }) => `${question}${question.endsWith('?') ? '' : ':'} ${answer}`),
    ...(note ? [note] : []),
    ...(answeredAt ? [`Last answered: ${dayOf(answeredAt)}`] : []),
  ]);
  const choices = copy.choices.map(({ choice, isOn, since }) => {
    const state = since === null ? YOUR_DATA.neverOn : (isOn ? YOUR_DATA.onSince : YOUR_DATA.offSince)(dayOf(since));
    return `${CHOICE_TEXTS[choice].title}: ${state}`;
  });
  const accepted = copy.acceptedTermsAt ? [YOUR_DATA.accepted(dayOf(copy.acceptedTermsAt))] : [];
  const openings = copy.openings.map(({ act, role, at }) => `${minuteOf(at)}: ${openingText(act, role)}`);
  const sections = [
    [`MY DATA AT ${brand.toUpperCase()}`, `Made for you on ${minuteOf(copy.madeAt)}. Times are South African time.`],
    ...topics,
    [YOUR_DATA.choicesTitle.toUpperCase(), ...accepted, ...choices],
    [YOUR_DATA.openingsTitle.toUpperCase(), ...(openings.length > 0 ? openings : [YOUR_DATA.nobody])],
    ['WHAT IS NOT HERE', ...NOT_HERE],
    ['EVERY RECORD', readableText(copy.records)],
  ];
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}
