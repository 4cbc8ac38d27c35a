/** Boxes at the end of a form. */
import { question } from '../../questionnaire/definition.ts';

export const marketing = question({
  id: 'opt_in_marketing_information',
  label: 'Send me marketing information and updates.',
  kind: 'tick',
  wire: 'boolean',
});

export const partnerComms = question({
  id: 'opt_in_receive_comms_from_partners',
  label: 'I agree to communication from business partners.',
  kind: 'tick',
  wire: 'boolean',
});

export const termsAccepted = question({
  id: 'terms',
  label: 'I have read and I accept the Terms and Conditions.',
  kind: 'tick',
  wire: 'boolean',
});
