/** The console's pages and session. The type of a page's data stands next to its reader in the api. */
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Instant } from './values.ts';

export const ROLES = ['support', 'fieldwork', 'finance', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

type Definition = {
  readonly title: string;
  /** Who may open it. An auditor sees everything and changes nothing. */
  readonly roles: readonly [Role, ...Role[]];
  /** In the order of these definitions. */
  readonly isInMenu?: true;
  /** The page of the menu that it belongs to. */
  readonly parent?: string;
  /** Its tables as CSV, each the query's `table`, together with `format=csv` and the page's filters. */
  readonly tables: readonly string[];
};

const definitions = {
  today: { title: 'Today', isInMenu: true, roles: ROLES, tables: ['days', 'connections'] },
  panel: {
    title: 'Panel',
    isInMenu: true,
    roles: ['fieldwork', 'auditor'],
    tables: ['growth', 'composition', 'crossed', 'cohorts'],
  },
  sample: {
    title: 'Sample',
    isInMenu: true,
    roles: ['fieldwork', 'auditor'],
    tables: ['narrowing', 'quota', 'tasks', 'task'],
  },
  partners: {
    title: 'Partners',
    isInMenu: true,
    roles: ['fieldwork', 'finance', 'auditor'],
    tables: ['partners', 'weeks', 'months', 'callbacks', 'codes', 'late-ends'],
  },
  money: {
    title: 'Money',
    isInMenu: true,
    roles: ['finance', 'auditor'],
    tables: ['liability', 'flows', 'payouts', 'needs-review', 'settlement', 'statements', 'exposure'],
  },
  people: { title: 'People', isInMenu: true, roles: ['support', 'auditor'], tables: [] },
  disputes: { title: 'Disputes', isInMenu: true, roles: ['support', 'finance', 'auditor'], tables: ['disputes'] },
  audit: { title: 'Audit', isInMenu: true, roles: ['auditor'], tables: [] },
  quality: { title: 'Quality', parent: 'panel', roles: ['fieldwork', 'auditor'], tables: ['scores', 'months'] },
  codes: {
    title: 'Status codes',
    parent: 'partners',
    roles: ['fieldwork', 'finance', 'auditor'],
    tables: ['unknown', 'mapped', 'built-in', 'sessions'],
  },
  settlement: { title: 'Issuer settlement', parent: 'money', roles: ['finance', 'auditor'], tables: ['rows'] },
  statement: { title: 'Partner statements', parent: 'money', roles: ['finance', 'auditor'], tables: ['rows'] },
  proposal: { title: 'Proposal', parent: 'today', roles: ROLES, tables: [] },
  sessions: { title: 'Sessions', roles: ROLES, tables: [] },
} as const satisfies Readonly<Record<string, Definition>>;

export type PageName = keyof typeof definitions;
/** The name of one of the page's tables. */
export type TableOf<Page extends PageName> = (typeof definitions)[Page]['tables'][number];
type Definitions = typeof definitions;
/** A page in the menu. */
export type MenuPage = { [Page in PageName]: Definitions[Page] extends { isInMenu: true } ? Page : never }[PageName];
type PageDefinition = Definition & { readonly parent?: MenuPage };
/** The same as data, for code that treats all pages alike. */
export const PAGE_DEFINITIONS: Readonly<Record<PageName, PageDefinition>> = definitions;
export const CONSOLE_PAGES = Object.keys(PAGE_DEFINITIONS) as readonly PageName[];
export const isMenuPage = (page: PageName): page is MenuPage => PAGE_DEFINITIONS[page].isInMenu === true;

/** How long a session lasts without a call, and how long at most. */
export const SESSION_IDLE_MS = 30 * MINUTE_MS;
export const MAX_SESSION_MS = 8 * HOUR_MS;

/** Sent with a call that a page makes by itself. Such a call doesn't extend the session. */
export const POLL_HEADER = 'x-console-poll';

export type ConsoleSession = {
  product: string;
  /** The account's name as the identity provider gives it, `finance-2`. */
  account: string;
  role: Role;
  /** The pages that the role may open, in the order of `CONSOLE_PAGES`, and what waits there for a person. */
  pages: { page: PageName; waiting: number }[];
  /** When the session ends without another call, and when it ends at the latest. */
  idleEndsAt: Instant;
  endsAt: Instant;
  signedInAt: Instant;
};

/** A file has no more rows than this, of the audit the newest; the audit's entries are counted no further, since it grows for years. */
export const MAX_FILE_ROWS = 10_000;

/** The answer to `POST /api/console/operations/{name}`: a proposal, if a second person has to agree. */
export type OperationAnswer = { proposal: string } | OperationDone;
export type OperationDone = {
  done: true;
  message: string;
  /** What was found, line by line. */
  lines?: string[];
  file?: { name: string; content: string };
  /** The address of the page that shows the result. */
  page?: string;
  /** Of the card that was opened. */
  card?: string;
  /** For the command line; answered once, and stored only as a hash. */
  token?: string;
};
