import { type Choice, type Correction, OPENINGS_SHOWN_MONTHS, type ProfileAct } from '../panelists/your-data.ts';
import { marketing, partnerComms } from '../profiling/questions/agreements.ts';

/** Where a panelist can complain, in two parts: a narrow phone breaks the line between them. */
export const REGULATOR = { user: 'POPIAComplaints@', host: 'inforegulator.org.za' } as const;

type ChoiceText = { readonly title: string; readonly text: string; readonly off?: string };
/** `text` is what a panelist agrees to; its hash is stored with the consent. */
export const CHOICE_TEXTS: Readonly<Record<Choice, ChoiceText>> = {
  research: { title: 'Research tasks', text: 'Messages in your chat about new surveys.' },
  marketing: { title: 'Marketing', text: marketing.label },
  partner_comms: { title: 'Business partners', text: partnerComms.label },
  transfer_abroad: {
    title: 'Partners in other countries',
    text: 'Survey partners in other countries learn your age and your gender under a code, never who you are.',
    off: 'You get no surveys from partners.',
  },
  'special:ethnicity': {
    title: 'Your ethnicity',
    text: 'Used for research only. Erasing it can’t be undone.',
    off: 'It is erased.',
  },
};

const ACTS: Readonly<Record<ProfileAct, (who: string) => string>> = {
  opened: (who) => `${who} opened your profile to help you or to check your membership.`,
  'opened-report': (who) => `${who} opened your profile to answer your report.`,
  copied: (who) => `${who} made a copy of your data to answer your request.`,
};
/** An auditor's reason is always the same. */
const AUDITS: Readonly<Record<ProfileAct, string>> = {
  opened: 'An auditor opened your profile to check our work.',
  'opened-report': 'An auditor opened your profile to check our work.',
  copied: 'An auditor made a copy of your data to check our work.',
};
const ROLES: ReadonlyMap<string | null, string> = new Map([
  ['support', 'Support'],
  ['fieldwork', 'Fieldwork'],
  ['finance', 'Finance'],
]);

export const openingText = (act: ProfileAct, role: string | null): string =>
  role === 'auditor' ? AUDITS[act] : ACTS[act](ROLES.get(role) ?? 'Our staff');

export const CORRECTIONS: Readonly<Record<Correction, string>> = {
  'date-of-birth': 'Change your date of birth',
  'first-language': 'Change your first language',
  'second-round': 'Answer the profiling survey again',
  quarterly: 'Answer the quarterly survey again',
  yearly: 'Answer the annual survey again',
  contact: 'Anything else wrong here? Ask us',
};

export const YOUR_DATA = {
  lead: 'See what we know about you, put it right, or say no.',
  failed: 'We could not load your data.',

  knowTitle: 'What we know about you',
  lockedTitle: 'Your answers are locked.',
  lockedText: (brand: string) =>
    `They have your name and what you told us. To be sure it is you, we send a code to your ${brand} chat.`,
  sendCode: 'Send me a code',
  sendNewCode: 'Send a new code',
  codeSent: 'We sent a code to your chat.',
  notSent: 'We could not send a code just now. Please try again later.',
  codeLabel: 'Enter the 6 numbers from your chat',
  codeHint: (time: string) => `The code works until ${time}.`,
  show: 'Show my data',
  invalidCode: 'Enter the 6 numbers.',
  wrongCode: 'That is not the code.',
  triesLeft: (tries: number) => (tries === 1 ? '1 try left.' : `${tries} tries left.`),
  expired: 'This code no longer works. Ask for a new one.',
  tooMany: 'That was too many for one day.',
  wait: (time: string) => `You can ask for a new code on ${time}.`,
  unlocked: 'Your data is open on this phone.',
  openUntil: (time: string) => `Open on this phone until ${time}.`,
  lock: 'Lock it now',
  locked: 'Your data is locked again.',
  notLocked: 'Your data could not be locked. Please try again.',
  dates: 'The date is the day you last answered.',
  phoneTitle: 'Your phone and number',
  phone: [
    ['Your device', 'A code, so that we know it is you.'],
    ['Your mobile number', 'We keep a scrambled copy only. We can’t read it.'],
  ],
  moneyTitle: 'Surveys and rewards',
  moneyLink: 'See every survey and rand',

  choicesTitle: 'What you said yes or no to',
  onSince: (day: string) => `On since ${day}`,
  offSince: (day: string, effect?: string) => (effect ? `Off since ${day}. ${effect}` : `Off since ${day}`),
  neverOn: 'Off. You never turned it on.',
  erase: 'Erase it',
  saved: 'Your choice is saved.',
  notSaved: 'Your choice could not be saved. Please try again later.',
  accepted: (day: string) => `You accepted the Terms and Conditions on ${day}.`,

  openingsTitle: 'Who looked at your profile',
  nobody: 'Nobody has opened your profile.',
  openingsNote: `Here you see everyone who works for us and opened your profile in the last ${OPENINGS_SHOWN_MONTHS} months. Survey partners can’t open it.`,

  copyTitle: 'Get a copy',
  copyText: 'What we know about you, as a file.',
  copyLocked: 'Your copy is locked too. Use the code from your chat first.',
  download: 'Download my data',
  downloadJson: 'Download it for another service (JSON)',
  openHint: 'Does nothing happen on your phone?',
  openAsPage: 'Open it as a page',

  deleteTitle: 'If you delete your profile',
  deleteText: 'We erase your name, your answers and your choices at once. This stays:',
  kept: [
    'The amounts we paid, because our books must add up. Nothing in them points to you.',
    'For three years, under a code that can’t be read back to your device or number: what you owe, which surveys were paid, and whether you were excluded.',
    'Safety copies of your answers, without your name, for up to 35 days.',
  ],
  deleteLink: 'Delete profile',

  objectTitle: 'Say no, or ask us',
  object: (contact: string) =>
    `You can object to marketing with the switches above, and to any other use of your data by writing to us. You can also ask us to correct or erase it. Contact ${contact}. It costs nothing, and we answer within 30 days.`,
  complain: 'Not happy with our answer? You can complain to the Information Regulator, free of charge:',
} as const;
