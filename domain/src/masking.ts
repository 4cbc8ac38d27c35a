/** Masks what may identify a person in texts that people read. */

/** Six or more digits may be a phone number, an id or a PIN, also with spaces or dashes between them. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{Pd}._/\\()]{0,3}\p{Nd}){5,}/gu;
export const withoutLongNumbers = (text: string): string => text.replace(LONG_NUMBER, '…');

/** Words in browsers’ messages that are as long as a did. Any other may be one. */
const MESSAGE_WORDS = `
  addEventListener appendChild argument arguments assignment attempting circular completed configurable constant constructor
  converting defineProperty delivered description destructured directly document dynamically environment evaluating exceeded
  expected expression extensible function getElementById hydration identifier imported importing initialization initialized
  innerHTML insecure insertBefore inserted internal invariant invocation iterable localStorage matchMedia minified navigator
  non-minified notifications operation parameter permission position preventDefault properties property prototype
  querySelector received recursion reference register registration rejection removeChild removeEventListener replaceState
  resource security sendBeacon serviceWorker sessionStorage setAttribute starting structure supported
  textContent undefined undelivered unexpected unterminated variable warnings XMLHttpRequest`;

/** Parts of our paths and the names of our files. */
const PATH_WORDS = `
  cint-match cint-match-integration cint-router data-code data-copy data-unlock delete-profile entrylink first-language
  how-it-works no-information-found not-this-time opt-out-research-tasks panelist panelist-dob panelist-first-language
  partners profile-deleted profiling profiling-quarterly profiling-second-round profiling-survey-updated profiling-yearly
  purespectrum quarterly redirect-page research response second-round service-worker survey-result telemetry unavailable
  user-dob user-first-language withdraw your-data`;

const KNOWN = new Set(
  `${MESSAGE_WORDS} ${PATH_WORDS}`
    .trim()
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);
const isKnown = (word: string) => KNOWN.has(word.toLowerCase()) || /^[a-z]{1,30}(?:Error|Exception)$/i.test(word);

/** A built file, and a place in it: it has one line, so the column may have six digits. */
const PLACE = /\/assets\/[\w-]{1,40}\.js(?::\d{1,5}:\d{1,6}\b)?|\.js:\d{1,5}:\d{1,6}\b/;
const MASKED = new RegExp(`(${PLACE.source})|[\\w-]{8,}|${LONG_NUMBER.source}`, 'gu');

/** An error's text without addresses' queries, long numbers, and every word that may be a did. */
export const maskIds = (text: string): string =>
  text
    .replace(/\?[^\s)'"]*/g, '')
    .replace(MASKED, (found: string, place: string | undefined) => place ?? (isKnown(found) ? found : '{id}'));
