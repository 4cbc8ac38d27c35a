/** The content of a JSON script element that the server has written into the page; undefined on a development server. */
export function readPageJson<T>(id: string): T | undefined {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '') ?? undefined;
  } catch {
    return undefined;
  }
}

const flags = () => document.documentElement.dataset;

/** The build of the app that rendered this page. */
export const pageBuild = (): string | undefined => flags().build;
/** Whether the service worker has sent this page, because there is no connection. */
export const isOfflinePage = (): boolean => flags().offline !== undefined;
