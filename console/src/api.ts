/** Calls to the console's server. */
import {
  type ConsoleSession,
  type OperationAnswer,
  type OperationDone,
  type PageData,
  type PageName,
  POLL_HEADER,
  SESSION_IDLE_MS,
} from '@panel/domain/console/pages';
import type { TaskProgress } from '@panel/domain/console/sample-page';
import { CONSOLE_API } from '@panel/domain/paths';
import { store } from '@panel/ui/store';
import { showToast } from '@panel/ui/toasts';
import { useEffect, useRef, useState } from 'react';

export type FieldError = { readonly field: string; readonly message: string };
/** A refused call, or none at all where there is no connection. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly fields: readonly FieldError[];
  constructor(message: string, status = 0, code: string | null = null, fields: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Why a session ended that was there: unused, after its longest time, ended by somebody, or nobody can say without a connection. */
export type SessionEnd = 'unused' | 'longest' | 'ended' | 'no-connection';
/** `end` is null where nobody was signed in, or signed out themselves. */
type SignedOut = { readonly session: null; readonly end: SessionEnd | null };
type SignedIn = { readonly session: ConsoleSession };
export const signIn = store<SignedOut | SignedIn | 'loading' | CallError>('loading');

/** How far the server's clock is ahead of this computer's. */
let clockOffset = 0;
export const serverNow = (): number => Date.now() + clockOffset;

/** Every page loads its data again when this changes; `isPoll` where nobody has asked for it. */
const reloads = store({ attempt: 0, isPoll: false });
const reloadAll = (isPoll: boolean): void => {
  reloads.set({ attempt: reloads.get().attempt + 1, isPoll });
  void loadSession({ isPoll });
};
export const reload = (): void => reloadAll(false);
/** What a page does by itself leaves the session to end. */
export const poll = (): void => reloadAll(true);
const headersOf = (isPoll: boolean): Record<string, string> => (isPoll ? { [POLL_HEADER]: 'true' } : {});

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

async function call<Body>(path: string, { headers = {}, ...init }: Init = {}): Promise<Body> {
  let response: Response;
  try {
    response = await fetch(CONSOLE_API + path, { ...init, headers: { accept: 'application/json', ...headers } });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new CallError('There is no connection to the server.');
  }
  const date = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(date)) clockOffset = date - Date.now();
  const body: unknown = await response.json().catch((error: unknown) => {
    if (isAbort(error)) throw error;
    // What was asked for may have been done; a refusal says enough by its status.
    if (response.ok) throw new CallError('The answer was cut off. Look whether it was done.');
    return null;
  });
  if (response.ok) {
    if (!(POLL_HEADER in headers)) countAsUse();
    return body as Body;
  }
  const { code, detail, errors } = Object(body) as Record<string, unknown>;
  if (response.status === 401 && code !== 'fresh-sign-in-needed') endSession();
  throw new CallError(
    typeof detail === 'string' ? detail : `The server answered ${response.status}.`,
    response.status,
    typeof code === 'string' ? code : null,
    Array.isArray(errors) ? (errors as FieldError[]) : [],
  );
}
const currentSession = (): ConsoleSession | null => {
  const state = signIn.get();
  return typeof state === 'object' && 'session' in state ? state.session : null;
};
/** The server has begun the idle time anew with the call. */
function countAsUse(): void {
  const session = currentSession();
  if (!session) return;
  signIn.set({ session: { ...session, idleEndsAt: new Date(serverNow() + SESSION_IDLE_MS).toISOString() } });
}
/** The first of several calls that are refused says why. */
function endSession(): void {
  const state = signIn.get();
  const session = currentSession();
  if (session) signIn.set({ session: null, end: endOf(session) });
  else if (state === 'loading' || state instanceof CallError) signIn.set({ session: null, end: null });
}
function endOf({ endsAt, idleEndsAt }: ConsoleSession): SessionEnd {
  if (serverNow() >= Date.parse(endsAt)) return 'longest';
  return serverNow() >= Date.parse(idleEndsAt) ? 'unused' : 'ended';
}

/** `isOver` where the session has ended by all that is known here: then only the server's word keeps it. */
export async function loadSession({ isPoll = false, isOver = false } = {}): Promise<void> {
  try {
    signIn.set({ session: await call<ConsoleSession>('/session', { headers: headersOf(isPoll) }) });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // A 401 has signed out already; what else fails must not take a page away that is there.
    if (isOver && error.status === 0) signIn.set({ session: null, end: 'no-connection' });
    else if (error.status !== 401 && !currentSession()) signIn.set(error);
  }
}

export async function signOut(): Promise<void> {
  const response = await fetch('/sign-out', { method: 'POST' }).catch(() => null);
  if (response?.ok) {
    // The next person at this computer reads no remark of the one before.
    sessionStorage.clear();
    signIn.set({ session: null, end: null });
  } else showToast({ tone: 'error', text: 'You are still signed in: the server could not be reached.' });
}

const post = <Body>(path: string, body: object): Promise<Body> =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const runOperation = (name: string, inputs: Readonly<Record<string, string>>): Promise<OperationAnswer> =>
  post(`/operations/${name}`, inputs);
export const decideProposal = (
  id: string,
  decision: 'approve' | 'refuse',
  inputs: { reason?: string },
): Promise<OperationDone> => post(`/proposals/${encodeURIComponent(id)}/${decision}`, inputs);

/** Loaded by a page itself, while the task is being sent. */
export const loadTask = (task: string, signal: AbortSignal): Promise<TaskProgress> =>
  call(`/tasks/${encodeURIComponent(task)}`, { signal, headers: headersOf(true) });

export const csvHref = (page: PageName, table: string, query: URLSearchParams): string => {
  const filters = new URLSearchParams(query);
  for (const name of VIEW_PARAMETERS) filters.delete(name);
  filters.set('format', 'csv');
  filters.set('table', table);
  return `${CONSOLE_API}/pages/${page}?${filters}`;
};

/** What only the browser reads of the address. */
const VIEW_PARAMETERS = ['view', 'proposal', 'sign-in'];

export type Loaded<Data> = {
  readonly data: Data | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  /** Whether the data is that of the address, and not of the one before. */
  readonly isOfAddress: boolean;
};

type State<Data> = Omit<Loaded<Data>, 'isOfAddress'> & { readonly dataPath: string | null };
const NOTHING_LOADED = { dataPath: null, error: null, isLoading: true } as const;

/** A page's data. While other filters load, what is there stays. */
export function usePage<Name extends PageName>(page: Name, query: URLSearchParams): Loaded<PageData[Name]> {
  const filters = new URLSearchParams(query);
  for (const name of VIEW_PARAMETERS) filters.delete(name);
  const path = `/pages/${page}${filters.size > 0 ? `?${filters}` : ''}`;
  const { attempt, isPoll } = reloads.use();
  const lastAttempt = useRef(attempt);
  const [{ dataPath, ...state }, setState] = useState<State<PageData[Name]>>({ ...NOTHING_LOADED, data: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` loads the same path again.
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({ ...before, error: null, isLoading: true }));
    // Another path was asked for by somebody, whatever was loaded by itself before.
    const headers = headersOf(isPoll && attempt !== lastAttempt.current);
    lastAttempt.current = attempt;
    call<PageData[Name]>(path, { signal: controller.signal, headers }).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, dataPath: path, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState((before) => ({ ...before, error: error as CallError, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [path, attempt]);
  return { ...state, isOfAddress: dataPath === path };
}
