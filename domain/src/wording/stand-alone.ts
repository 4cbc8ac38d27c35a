/** The specification has one sentence for both screens. */
const SUBMITTED = 'You have successfully submitted your date of birth';
export const STAND_ALONE = {
  dateOfBirth: { title: 'Your date of birth', success: SUBMITTED },
  firstLanguage: { title: 'Your first language', success: SUBMITTED },
} as const;
