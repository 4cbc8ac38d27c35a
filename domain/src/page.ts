/** What the server and the web app agree on about a page: its configuration, and the responses that come with it. */

/** The app's configuration, in the page and at /config.json. */
export type AppConfig = {
  readonly product: string;
  /** How panelists reach the panel: a number, an address. */
  readonly contact: string;
  readonly environment: string;
  readonly release: string;
  readonly errorReporting: { readonly enabled: boolean };
};

/** The response to a GET call, as the server would send it. */
export type PageResponse = { readonly status: number; readonly body?: unknown };
/** By the path of the call. */
export type PageResponses = { readonly [path: string]: PageResponse };

/** Placeholder for the product's name in a prerendered page. */
export const PRODUCT_MARK = '{{product}}';
/** Placeholder for how to reach the panel. */
export const CONTACT_MARK = '{{contact}}';

/** The ids of the page's JSON script elements. */
export const CONFIG_ELEMENT = 'config';
export const RESPONSES_ELEMENT = 'answers';

/** The API response header with the build of the app that the server serves. A page has it as `data-build`. */
export const BUILD_HEADER = 'x-app-build';

/** The calls whose responses a screen shows from its first paint. */
export type PersonalCall = 'registrationCheck' | 'history';

export type PageAt = {
  /** The name of the prerendered page. */
  readonly name: string;
  /** The panelist's did, if the page has something personal. */
  readonly did: string | null;
  readonly calls: readonly PersonalCall[];
};

/** The web app's server build. */
export type WebRenderer = {
  readonly pageAt: (path: string, search: string) => PageAt;
  /** The content of the root element. Without responses it is what a panelist sees while they load. */
  readonly render: (page: RenderedPage) => string;
};

export type RenderedPage = {
  readonly path: string;
  readonly search: string;
  readonly product: string;
  readonly contact: string;
  readonly responses: PageResponses;
};
