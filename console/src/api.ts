/** Calls to the console's server. */
import { REASON } from '@panel/domain/console/inputs';
import { readInputs } from '@panel/domain/console/operation';
import {
  type ConsoleSession,
  type OperationAnswer,
  type OperationDone,
  type PageName,
  POLL_HEADER,
  SESSION_IDLE_MS,
} from '@panel/domain/console/pages';
import { CONSOLE_API } from '@panel/domain/paths';
import type { FieldError } from '@panel/domain/problems';
import { notifyManager, QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';

/** A refused call. The status is 0 if the server can't be reached. */
export class CallError extends Error {
  readonly status: number = 0;
  readonly code: string | null = null;
  readonly fields: readonly FieldError[] = [];
  /** The open proposal for the same decision, if that is why the call was refused. */
  readonly proposal: string | null = null;
  constructor(message: string, refusal: Partial<Omit<CallError, keyof Error>> = {}) {
    super(message);
    Object.assign(this, refusal);
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError;
  }
}

/** How far the server's clock is ahead of this computer's. */
let clockOffset = 0;
export const serverNow = (): number => Date.now() + clockOffset;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

type Init = Omit<RequestInit, 'headers'> & {
  readonly headers?: Readonly<Record<string, string>>;
  /** The page makes this call by itself, so the server doesn't count it as use of the session. */
  readonly isPoll?: boolean;
};

export async function call<Body>(path: string, { headers = {}, isPoll = false, ...init }: Init = {}): Promise<Body> {
  let response: Response;
  try {
    response = await fetch(CONSOLE_API + path, {
      ...init,
      headers: { accept: 'application/json', ...(isPoll && { [POLL_HEADER]: 'true' }), ...headers },
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new CallError('Can’t reach the server.');
  }
  const date = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(date)) clockOffset = date - Date.now();
  const body: unknown = await response.json().catch((error: unknown) => {
    if (isAbort(error)) throw error;
    // A refusal without a body still says enough by its status.
    if (response.ok)
      throw new CallError('The response was cut off. Check whether it went through before trying again.');
    return null;
  });
  if (response.ok) {
    if (!isPoll) countAsUse();
    return body as Body;
  }
  const { code, detail, errors, proposal } = Object(body) as Record<string, unknown>;
  if (response.status === 401 && code !== 'fresh-sign-in-needed') endSession();
  throw new CallError(typeof detail === 'string' ? detail : `The server answered ${response.status}.`, {
    status: response.status,
    code: typeof code === 'string' ? code : null,
    fields: Array.isArray(errors) ? (errors as FieldError[]) : [],
    proposal: typeof proposal === 'string' ? proposal : null,
  });
}

/** The paths whose next call an operator asked for. Every other repeated call is the page's own. */
const asked = new Set<string>();
const pathOf = (queryKey: QueryKey): string => String(queryKey[0]);

/** Loads the path that is a query's key. */
export function load<Body>({ client, queryKey, signal }: QueryFunctionContext): Promise<Body> {
  const { dataUpdateCount = 0, errorUpdateCount = 0 } = client.getQueryState(queryKey) ?? {};
  const isAsked = asked.delete(pathOf(queryKey)) || dataUpdateCount + errorUpdateCount === 0;
  return call(pathOf(queryKey), { signal, isPoll: !isAsked });
}

export const queryClient = new QueryClient({
  // Without a cache time, nothing about a panelist stays in memory after its page is left.
  defaultOptions: {
    queries: { queryFn: load, gcTime: 0, retry: false, networkMode: 'always' },
    // The form shows why a call was refused. Anything else is a defect, which the page shows.
    mutations: { gcTime: 0, networkMode: 'always', throwOnError: (error) => !(error instanceof CallError) },
  },
});
// At once, so that a second press finds the button busy.
notifyManager.setScheduler(queueMicrotask);

/** Loads everything on the screen again because an operator asked for it or changed something. */
export function reload(queryKey: QueryKey = []): void {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', queryKey }))
    asked.add(pathOf(query.queryKey));
  void queryClient.invalidateQueries({ queryKey });
}

/** Why a session ended: unused, after its longest time, ended by an operator, or unknown without a connection. */
export type SessionEnd = 'unused' | 'longest' | 'ended' | 'no-connection';
/** `end` is null without a session, or if the operator signed out. */
export type SignInState =
  | { readonly session: ConsoleSession }
  | { readonly session: null; readonly end: SessionEnd | null };
export const SESSION_KEY = ['/session'];

export const setSignIn = (change: (before: SignInState | undefined) => SignInState | undefined): void =>
  void queryClient.setQueryData<SignInState>(SESSION_KEY, change);

/** The server restarted the idle time with this call. */
function countAsUse(): void {
  const idleEndsAt = new Date(serverNow() + SESSION_IDLE_MS).toISOString();
  setSignIn((before) => (before?.session ? { session: { ...before.session, idleEndsAt } } : undefined));
}
/** If several calls are refused, the first one says why. */
function endSession(): void {
  setSignIn((before) => {
    if (before?.session) return { session: null, end: endOf(before.session) };
    return before ?? { session: null, end: null };
  });
}
function endOf({ endsAt, idleEndsAt }: ConsoleSession): SessionEnd {
  if (serverNow() >= Date.parse(endsAt)) return 'longest';
  return serverNow() >= Date.parse(idleEndsAt) ? 'unused' : 'ended';
}

const post = <Body>(path: string, body: object): Promise<Body> =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const runOperation = (name: string, inputs: Readonly<Record<string, string>>): Promise<OperationAnswer> =>
  post(`/operations/${name}`, inputs);

/** A remark on a proposal as the server reads it. If one is needed, `missing` says why. */
export function readRemark(text: string, missing: string | null): { reason?: string } {
  const read = readInputs({ inputs: [{ ...REASON, isOptional: true }] }, { reason: text });
  if ('errors' in read) throw new CallError(read.errors.map(({ message }) => message).join(' '));
  if (missing !== null && !read.values.reason) throw new CallError(missing);
  return read.values;
}
export const decideProposal = (
  id: string,
  decision: 'approve' | 'refuse',
  inputs: { reason?: string },
): Promise<OperationDone> => post(`/proposals/${encodeURIComponent(id)}/${decision}`, inputs);

export const reopenProposal = (id: string, inputs: { reason?: string }): Promise<{ proposal: string }> =>
  post(`/proposals/${encodeURIComponent(id)}/reopen`, inputs);

/** The query parameters that only the browser reads. */
const VIEW_PARAMETERS = ['view', 'sign-in'];

/** The path of a page's data, with the filters of the address. */
export function pagePath(page: PageName, query: URLSearchParams, more: Readonly<Record<string, string>> = {}): string {
  const filters = new URLSearchParams(query);
  for (const name of VIEW_PARAMETERS) filters.delete(name);
  for (const [name, value] of Object.entries(more)) filters.set(name, value);
  return `/pages/${page}${filters.size > 0 ? `?${filters}` : ''}`;
}
export const csvHref = (page: PageName, table: string, query: URLSearchParams): string =>
  CONSOLE_API + pagePath(page, query, { format: 'csv', table });
