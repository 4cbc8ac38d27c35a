export const APPLY = {
  stepOne: 'STEP 1 OF 2',
  termsTitle: 'First, the Terms and Conditions',
  proceed: 'Proceed',
  stepTwo: 'Step 2 of 2',
  title: 'Tell us about yourself',
  intro: 'Every question needs an answer. What you fill in stays on this phone until you send it.',
  footnote: 'Your answers are safe with us and are only used for research.',
  success: 'Your application was submitted and accepted successfully.',
} as const;
