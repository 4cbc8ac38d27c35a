/** The text file of a panelist's own data. Its other words are those of Your data. */
export const OWN_COPY = {
  title: (brand: string) => `MY DATA AT ${brand.toUpperCase()}`,
  madeOn: (minute: string) => `Made for you on ${minute}. Times are South African time.`,
  lastAnswered: (day: string) => `Last answered: ${day}`,
  missingTitle: 'WHAT IS NOT HERE',
  missing: [
    'Your device’s code, because anyone who has it can open the panel as you.',
    'Your number, because we only keep a scrambled copy of it.',
    'Voucher PINs, because we erase them a day after they are sent.',
    'Our staff’s notes and decisions about you. Ask us, and we send them to you.',
  ],
  recordsTitle: 'EVERY RECORD',
} as const;
