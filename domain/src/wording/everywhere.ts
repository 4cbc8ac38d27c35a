/** The language of every page for panelists. */
export const LANGUAGE = 'en-ZA';

export const pageTitle = (brand: string) => `${brand} Survey | #datafree`;

export const missingDid = (brand: string) => `This page should only be accessed through ${brand}App Discover.`;

/** Shown on a page that was opened without a device id. */
export const withoutDid = (brand: string) =>
  ({
    title: `${brand}App Research Panel`,
    text: `Open ${brand}App, go to Discover and choose the panel there.`,
  }) as const;

/** How to reach the panel, below home, balance and how it works. */
export const contactLine = (contact: string): string => `Questions? Ask ${contact}.`;

export const TOO_YOUNG = 'Minimum age is 18.';
export const UNAVAILABLE = 'Registration is currently unavailable, please try again later.';

/** The message for an HTTP status, if a call failed and the screen has no message for it. */
export function httpStatusMessage(brand: string, status: number): string {
  switch (status) {
    case 400:
    case 422:
      return 'Sorry, We cannot process your request.';
    case 404:
      return `${brand} does not recognise your number.`;
    case 409:
      return `You are already a member of ${brand} panel`;
    case 500:
      return 'The server is unable to complete this request.';
    default:
      return UNAVAILABLE;
  }
}

export const COMMON = {
  yes: 'Yes',
  no: 'No',
  submit: 'Submit',
  tryAgain: 'Try again',
  signUp: 'Sign Up',
  goBack: 'Go back!',
  menu: 'Menu',
  dismiss: 'Dismiss',
  chooseOne: 'Choose one',
  loading: 'Loading…',
  termsLink: 'Terms and Conditions',
  yourData: 'Your data',
  dataFree: '#datafree',
  offlineTitle: 'You are offline',
  offlineText: 'What you filled in is safe on this phone. Check your line and try again.',
  brokenTitle: 'Something went wrong',
  brokenText: 'This page could not be shown. What you filled in is safe on this phone.',
} as const;
