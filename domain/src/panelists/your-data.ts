/** What "Your data" shows: the server writes it, the app reads it. Times are ISO instants. */
import type { PayloadFault } from '../questionnaire/decode.ts';
import type { JsonSchema } from '../questionnaire/schema.ts';
import type { ConsentPurpose } from './consents.ts';

/** Where an answer can be corrected: a form by its id, or by writing to us. */
export type Correction = 'date-of-birth' | 'first-language' | 'second-round' | 'quarterly' | 'yearly' | 'contact';

export type KnownTopic = {
  readonly title: string;
  /** When a form with one of the questions was last sent. */
  readonly answeredAt: string | null;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly corrections: readonly Correction[];
  /** What we use it for, if the answers don't come from the panelist. */
  readonly note?: string;
};

/** What a panelist can say yes or no to on this page; `research` is the preference. */
export const CHOICES = ['research', 'marketing', 'partner_comms', 'transfer_abroad', 'special:ethnicity'] as const;
export type Choice = (typeof CHOICES)[number];
export type ConsentChoice = Exclude<Choice, 'research'> & ConsentPurpose;
const CONSENT_CHOICES: readonly ConsentChoice[] = CHOICES.filter((choice) => choice !== 'research');

export type ChoiceState = {
  readonly choice: Choice;
  readonly isOn: boolean;
  /** Since when; null if it was never turned on. */
  readonly since: string | null;
};

/** What an operator did with a profile: opened it, opened it because of a report, or copied it. */
export const PROFILE_ACTS = {
  'open-card': 'opened',
  'open-disputed-card': 'opened-report',
  'export-person': 'copied',
} as const;
export type ProfileAct = (typeof PROFILE_ACTS)[keyof typeof PROFILE_ACTS];
/** How long the page says who opened a profile. */
export const OPENINGS_SHOWN_MONTHS = 12;
/** Never a name or a reason in the operator's words. The role is null if the operator worked without a sign-in. */
export type ProfileOpening = { readonly act: ProfileAct; readonly role: string | null; readonly at: string };

/** A text or JSON file, or the text to read in the browser. */
export const COPY_FORMATS = ['text', 'json', 'page'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

export type DataLock = {
  /** Until when the answers are unlocked on this phone. */
  readonly unlockedUntil: string | null;
  /** How long that is; 0 while they are locked. A phone's clock may be wrong. */
  readonly secondsLeft: number;
  /** As in `CodeState`. */
  readonly codeUntil: string | null;
  readonly triesLeft: number;
  readonly nextCodeAt: string | null;
};

/** What an entered code led to. */
export type UnlockOutcome = 'unlocked' | 'wrong' | 'expired' | 'waiting';
export function unlockOutcome({ unlockedUntil, codeUntil, nextCodeAt, triesLeft }: DataLock): UnlockOutcome {
  if (unlockedUntil !== null) return 'unlocked';
  if (codeUntil !== null) return 'wrong';
  return nextCodeAt !== null && triesLeft === 0 ? 'waiting' : 'expired';
}

export type YourData = {
  readonly acceptedTermsAt: string | null;
  readonly choices: readonly ChoiceState[];
  readonly openings: readonly ProfileOpening[];
  readonly lock: DataLock;
  /** Null while they are locked. */
  readonly topics: readonly KnownTopic[] | null;
};

/** The payload that turns a consent on or off. */
export const encodeConsent = (choice: ConsentChoice, isOn: boolean): object => ({ consent: choice, value: isOn });

export const CONSENT_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['consent', 'value'],
  properties: {
    consent: { type: 'string', enum: CONSENT_CHOICES },
    value: {
      type: 'boolean',
      description: 'Turning off special:ethnicity erases the ethnicity; it can’t be turned on here.',
    },
  },
};

type GivenConsent = { readonly choice: ConsentChoice; readonly isOn: boolean };

/** Decodes a consent, or returns all of its faults. */
export function decodeConsent(
  body: unknown,
): GivenConsent | { readonly faults: readonly PayloadFault[] } | 'not-the-payload' {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'consent')) return 'not-the-payload';
  const { consent, value, ...others } = body as Readonly<Record<string, unknown>>;
  const faults: PayloadFault[] = Object.keys(others).map((path) => ({ path, code: 'unknownField' }));
  const choice = CONSENT_CHOICES.find((one) => one === consent);
  if (choice === undefined) faults.push({ path: 'consent', code: 'notAnOption' });
  if (typeof value !== 'boolean') faults.push({ path: 'value', code: value === undefined ? 'required' : 'wrongType' });
  // An erased answer doesn't come back by agreeing to it again.
  else if (choice === 'special:ethnicity' && value) faults.push({ path: 'value', code: 'notAnOption' });
  return faults.length > 0 || choice === undefined || typeof value !== 'boolean' ? { faults } : { choice, isOn: value };
}
