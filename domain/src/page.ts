/** What the server and the web app agree on about a page: its configuration, the responses that come with it, and its forms. */
import type { FieldValues } from './questionnaire/fields.ts';

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
/** Placeholder for the query of a page's own links. */
export const QUERY_MARK = '{{query}}';
/** Placeholder for the anti-forgery token in a page's forms. */
export const TOKEN_MARK = '{{token}}';

/** Where the page's JSON script elements go, after its root element. */
export const DATA_MARK = '<!--data-->';

/** The ids of the page's JSON script elements. */
export const CONFIG_ELEMENT = 'config';
export const RESPONSES_ELEMENT = 'answers';
export const POSTED_ELEMENT = 'posted';

/** The API response header with the build of the app that the server serves. A page has it as `data-build`. */
export const BUILD_HEADER = 'x-app-build';

/** The request header that says that the app has started in a page. */
export const START_HEADER = 'x-app-start';

/** The calls whose responses a screen shows from its first paint. */
export type PersonalCall = 'registrationCheck' | 'history' | 'preference' | 'surveys' | 'yourData';

export type PageAt = {
  /** The name of the prerendered page. */
  readonly name: string;
  /** The panelist's did, if the page has something personal. */
  readonly did: string | null;
  readonly calls: readonly PersonalCall[];
};

/** What a form that was posted without script leaves for the page that answers it. */
export type Posted = {
  /** Shown at the top of the page. */
  readonly notice?: PageNotice;
  /** The id of a questionnaire that was sent, whose draft on the phone can be deleted. */
  readonly sent?: string;
  /** The form on this page, as it was posted. */
  readonly form?: PostedForm;
};
type PageNotice = { readonly tone: 'success' | 'error'; readonly text: string };
export type PostedForm = {
  readonly values: FieldValues;
  /** Whether the answers were checked, so that the page shows what is wrong with them. */
  readonly isChecked: boolean;
  /** Why the call failed. */
  readonly failure?: PageResponse;
};

/** A call of the API that a posted form stands for. */
export type FormCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
};

/** What follows a posted form. */
export type FormResult =
  /** Another page of the app, with a notice. `erases` if nothing about the panelist may stay on the phone. */
  | { readonly redirect: string; readonly notice?: string; readonly erases?: true }
  /** A partner's survey. */
  | { readonly leave: string }
  /** The same page again. */
  | { readonly status: number; readonly form: PostedForm };

export type FormAction =
  | FormResult
  | { readonly call: FormCall; readonly after: (response: PageResponse) => FormResult };

/** The web app's server build. */
export type WebRenderer = {
  readonly isScreenPath: (path: string) => boolean;
  readonly pageAt: (path: string, search: string) => PageAt;
  /** The content of the root element. Without responses it is what a panelist sees while they load. */
  readonly render: (page: RenderedPage) => string;
  /** The query that a page's links carry: its own, with the did that may be in its path. */
  readonly linkQuery: (path: string, search: string) => string;
  /** What a form posted to a page does. Null if the page has no form, or no did. */
  readonly actionAt: (path: string, search: string, fields: FieldValues) => FormAction | null;
  /** The notice of an id in a redirect. */
  readonly noticeOf: (id: string) => Posted | undefined;
};

export type RenderedPage = {
  readonly path: string;
  readonly search: string;
  readonly product: string;
  readonly contact: string;
  readonly responses: PageResponses;
  readonly posted?: Posted | undefined;
  readonly token?: string;
};
