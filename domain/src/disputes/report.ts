/** The payload by which a panelist reports a problem with a survey: the app writes it, the server reads it. */
import type { PayloadFault } from '../questionnaire/decode.ts';
import type { JsonSchema } from '../questionnaire/schema.ts';
import { UNREADABLE } from '../questionnaire/validate.ts';
import { DISPUTE_KINDS, type DisputeKind, MAX_REPORT_LENGTH } from './disputes.ts';

type Report = {
  /** The session's id in the history. */
  readonly session: string;
  readonly kind: DisputeKind;
  /** Empty if nothing was added. */
  readonly words: string;
};

const UNREADABLE_EVERYWHERE = new RegExp(UNREADABLE, 'gu');
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Strips invisible characters that come with pasted text. */
export function encodeReport({ session, kind, words }: Report): object {
  const text = inOneLine(inOneLine(words).replace(UNREADABLE_EVERYWHERE, ''));
  return { session, reason: kind, ...(text !== '' && { text }) };
}

const FIELDS = ['session', 'reason', 'text'];

/** Decodes a report, or returns all of its faults. */
export function decodeReport(body: unknown): Report | { readonly faults: readonly PayloadFault[] } | 'not-the-payload' {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'session')) return 'not-the-payload';
  const { session, reason, text = '' } = body as Readonly<Record<string, unknown>>;
  const faults: PayloadFault[] = Object.keys(body)
    .filter((key) => !FIELDS.includes(key))
    .map((path) => ({ path, code: 'unknownField' }));
  if (typeof session !== 'string') faults.push({ path: 'session', code: 'wrongType' });
  const kind = DISPUTE_KINDS.find((one) => one === reason);
  if (kind === undefined) faults.push({ path: 'reason', code: reason === undefined ? 'required' : 'notAnOption' });
  const words = typeof text === 'string' ? inOneLine(text) : '';
  if (typeof text !== 'string') faults.push({ path: 'text', code: 'wrongType' });
  else if (text.length > MAX_REPORT_LENGTH) faults.push({ path: 'text', code: 'tooLong' });
  else if (UNREADABLE.test(words)) faults.push({ path: 'text', code: 'unreadable' });
  if (faults.length > 0) return { faults };
  return { session: session as string, kind: kind as DisputeKind, words };
}

export const REPORT_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['session', 'reason'],
  properties: {
    session: { type: 'string', description: 'The session, as the history names it.' },
    reason: { type: 'string', enum: DISPUTE_KINDS },
    text: { type: 'string', maxLength: MAX_REPORT_LENGTH },
  },
};
