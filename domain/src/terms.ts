import { ACTIVE_MONTHS, MAX_AGE, MIN_AGE } from './panelists/rules.ts';
import { MINIMUM_WITHDRAWAL_RAND } from './rewards/amounts.ts';

/** The terms and conditions, as a panelist reads and accepts them (Assumption: terms-text). A changed sentence needs a new revision. */
export const termsText = () => ({
  title: 'Terms and Conditions',
  dates: 'Effective 15 May 2022. Last revised 26 November 2024.', // written out, so that a phone needn't load a formatter
  sections: [
    {
      title: '1. Membership',
      items: [
        `You are ${MIN_AGE} to ${MAX_AGE} years old.`,
        'One panel member per mobile number, and one panel account per person.',
        `An active panelist took part in a survey in the last ${ACTIVE_MONTHS} months.`,
        'You can opt out of messages, or delete your profile, at any time.',
      ],
    },
    {
      title: '2. Survey participation',
      items: [
        'Taking part is always your choice.',
        'Rewards are only for full, honest completions.',
        'One completion per survey per panelist.',
        'The profiling surveys build your profile and give no reward.',
      ],
    },
    {
      title: '3. Payment',
      items: [
        'Completions are generally paid within 7-14 days.',
        `You can withdraw from R${MINIMUM_WITHDRAWAL_RAND}, as a 1Voucher via the chat, within 1 day.`,
        'The reward varies by survey and by partner.',
      ],
    },
    {
      title: '4. Your information',
      items: [
        'Your answers are used for research. Partners never get your name or your number.',
        'Your ethnicity is used for research only. You can have it erased at any time.',
        'From how consistent your answers are and how surveys went we work out a quality score. It helps us choose whom to invite and check rewards. It never changes a reward or your membership by itself. Your data shows it.',
        'Survey partners are in other countries. They learn your age and your gender under a code, never who you are.',
        'When you delete your profile, your personal information is erased at once.',
        'After that we keep for three years, under a code that can’t be read back to your device or number: what you owe, which surveys were paid, and whether you were excluded.',
      ],
    },
    {
      title: '5. Your right to object',
      items: [
        'You can object to direct marketing at any time, free of charge. Turn it off on the page Your data, which the foot of the home page leads to, or contact us.',
        'You can object to our use of your information and to your quality score, and ask us to correct or erase it. Your data says how. We answer within 30 days.',
        'If you are not happy with our answer, you can complain to the Information Regulator.',
      ],
    },
  ],
});
