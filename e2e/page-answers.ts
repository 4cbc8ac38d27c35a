/** A page as it is if the server's answers came too late to be in it: the app then makes the calls itself. */
export const withoutPageAnswers = (html: string): string =>
  html
    .replace(/<div id="root">.*<\/div>(?=<script type="application\/json")/s, '<div id="root"></div>')
    .replace(/<script type="application\/json" id="answers">.*?<\/script>/s, '');
