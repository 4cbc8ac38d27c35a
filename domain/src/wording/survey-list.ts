import { groupedNumber } from '../grouped-number.ts';
import { PARTNERS } from '../partners/partners.ts';

/** As many as there are buttons: at least three. */
const ways = () => ['three', 'four', 'five', 'six'][PARTNERS.length - 3];

/** The list of surveys under home's buttons. */
export const SURVEY_LIST = {
  title: 'Choose a survey',
  lead: 'Best pay for your time first.',
  looking: 'Looking for surveys…',
  opening: 'Opening the survey…',
  filledUp: 'That survey just filled up. Here are others.',
  lastFilledUp: 'That survey just filled up.',
  about: (minutes: number) => `about ${minutes} min`,
  showMore: 'Show more',
  fit: 'Each survey first checks if you fit. Not everyone can do every survey.',
  noneTitle: 'No surveys to choose from now',
  noneText: 'New ones come in all day. You can also try the buttons above.',
  noneTextOnPage: () => `New ones come in all day. Home has ${ways()} more ways to find one.`,
  offlineText: 'Your balance is safe. Connect to see which surveys are open.',
  failedTitle: 'We could not load the list.',
  failedText: 'You can also try the buttons above.',
  failedTextOnPage: () => `Home has ${ways()} more ways to find a survey.`,
  entryFailed: 'Error fetching survey link',
} as const;

/** Our number of a survey: Survey 48 213. */
export const surveyName = (number: number): string => `Survey ${groupedNumber(number)}`;
