/** What the document says about itself. */

/** Undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The content of a JSON script element that the server wrote into the page; undefined on a development server. */
export const readPageJson = <T>(id: string): T | undefined =>
  parseJson(document.getElementById(id)?.textContent ?? '') as T | undefined;

const flags = () => document.documentElement.dataset;

/** The build of the app that rendered this page. */
const pageBuild = (): string | undefined => flags().build;

let isNewRelease = false;
/** Takes the build that a response names. */
export const recordBuild = (build: string | null): void => {
  isNewRelease ||= (build ?? pageBuild()) !== pageBuild();
};
/** Whether there was a new release since this page was loaded. */
export const hasNewRelease = (): boolean => isNewRelease;

/** Whether the service worker sent this page, because there is no connection or the server is unavailable. */
export const isOfflinePage = (): boolean => flags().offline !== undefined;

/** The class of the root element while the app is on its way or running. What only works with script is hidden without it. */
const CLASS = 'js';
const STARTED = 'started';
const classes = () => document.documentElement.classList;

export const markStarted = (): void => classes().add(STARTED);
export const hasStarted = (): boolean => classes().contains(STARTED);
export const showWithoutScript = (): void => classes().remove(CLASS);
