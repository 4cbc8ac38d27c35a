/**
 * Rate limits per device and per address, and connection limits per address. A call over the limit gets 429 and says when to retry; a
 * connection over the limit is closed.
 */
import type { Server, Socket } from 'node:net';
import { MINUTE_MS } from '@panel/domain/durations';
import { isDid } from '@panel/domain/panelists/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPrivateIp, networkMatcher, networkOf } from '../addresses.ts';
import { type Database, sql } from '../database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from './problems.ts';
import { rateLimit } from './rate-limit.ts';
import { didsOf } from './requests.ts';
import { isApiRequest } from './urls.ts';

type Limit = { readonly calls: number; readonly periodMs: number };
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits per device for calls about money or identity, or that store a row each time. Counted in the database, across all processes. */
    limit?: Limit;
  }
}
const READS_PER_MINUTE = 120;
const WRITES_PER_MINUTE = 20;
/** Some phones share an address at their provider. */
const CALLS_OF_ADDRESS_PER_MINUTE = 600;
const UNKNOWN_OF_ADDRESS_PER_MINUTE = 60;
/** An address in `SHARED_NETWORKS` stands for many panelists, but one caller behind it must not take a whole process. */
const SHARED_FACTOR = 20;
/** Concurrent connections. A browser opens six, and some phones share an address. */
const CONNECTIONS_OF_ADDRESS = 250;
/** Half of what a process accepts. */
const CONNECTIONS_OF_SHARED_ADDRESS = 2500;

/** The key that a caller is counted by. Null for our own proxies and machines and for `sharedNetworks`: one address stands for many callers. */
export function createCallerKeys(sharedNetworks: readonly string[]): (request: FastifyRequest) => string | null {
  const isShared = networkMatcher(sharedNetworks);
  return ({ ip }) => (isPrivateIp(ip) || isShared(ip) ? null : networkOf(ip));
}

type Networks = { readonly sharedNetworks: readonly string[]; readonly trustedProxies: readonly string[] };

/** Closes a connection at once if its network has too many open. Our own proxies and machines have no limit, because they stand for many callers. */
export function limitConnections(server: Server, { sharedNetworks, trustedProxies }: Networks): void {
  const [isShared, isProxy] = [networkMatcher(sharedNetworks), networkMatcher(trustedProxies)];
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    if (isPrivateIp(ip) || isProxy(ip)) return;
    const network = networkOf(ip);
    const count = open.get(network) ?? 0;
    if (count >= (isShared(ip) ? CONNECTIONS_OF_SHARED_ADDRESS : CONNECTIONS_OF_ADDRESS)) return socket.destroy();
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** The same limits for a page that contains a panelist's answers. Without them dids could be guessed there. */
export type PageLimits = {
  /** Counts a page like a read. Returns whether it may contain the answers. */
  takePage(request: FastifyRequest, did: string): boolean;
  /** Counts a posted form, because its page is rendered even if its call is refused. Refuses one over the limit of its address. */
  takeForm(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts an unregistered did. */
  recordUnknown(request: FastifyRequest): void;
};

/** In `sharedNetworks` one address stands for many panelists. */
export function limitCalls(
  app: FastifyInstance,
  { vault, clock }: Pick<Dependencies, 'vault' | 'clock'>,
  { sharedNetworks, trustedProxies }: Networks,
): PageLimits {
  const reads = rateLimit(READS_PER_MINUTE, MINUTE_MS);
  const writes = rateLimit(WRITES_PER_MINUTE, MINUTE_MS);
  const ofAddresses = (factor: number) => ({
    calls: rateLimit(CALLS_OF_ADDRESS_PER_MINUTE * factor, MINUTE_MS),
    unknown: rateLimit(UNKNOWN_OF_ADDRESS_PER_MINUTE * factor, MINUTE_MS),
  });
  const [ofOne, ofMany] = [ofAddresses(1), ofAddresses(SHARED_FACTOR)];
  const isShared = networkMatcher(sharedNetworks);
  const limitsOf = (ip: string) => (isShared(ip) ? ofMany : ofOne);

  const takeOfAddress = ({ ip }: FastifyRequest) => {
    if (isPrivateIp(ip)) return null;
    const { calls, unknown } = limitsOf(ip);
    return calls.take(networkOf(ip)) ?? unknown.secondsToWait(networkOf(ip));
  };
  // A caller who guesses dids mostly sends unknown ones.
  const recordUnknown = ({ ip }: FastifyRequest) => {
    if (!isPrivateIp(ip)) limitsOf(ip).unknown.take(networkOf(ip));
  };

  let isProxyLogged = false;
  /** A proxy with a private address that isn't in `TRUSTED_PROXIES` turns off the limits per address. */
  const warnOfProxy = (request: FastifyRequest) => {
    if (isProxyLogged || !isPrivateIp(request.ip)) return;
    const { ip, ips, log, headers } = request;
    const isUntrusted = headers['x-forwarded-for'] !== undefined && ips?.length === 1;
    // Health checks come from private addresses even if panelists call from public ones.
    if (!isUntrusted && (trustedProxies.length > 0 || !isApiRequest(request))) return;
    isProxyLogged = true;
    log.warn(
      { proxy: ip },
      'no limits per address: add this proxy to TRUSTED_PROXIES and make it send X-Forwarded-For',
    );
  };

  app.addHook('onRequest', (request, reply, done) => {
    warnOfProxy(request);
    if (isApiRequest(request)) refuse(reply, takeOfAddress(request));
    done();
  });
  app.addHook('onError', (request, _, error, done) => {
    if (error instanceof Problem && error.code === 'unknown-panelist') recordUnknown(request);
    done();
  });

  app.addHook('preHandler', (request, reply, done) => {
    const did = isApiRequest(request) ? didsOf(request).find(isDid) : undefined;
    if (did === undefined) return done();
    const { url, config } = request.routeOptions;
    if (config.limit) {
      const key = vault.digest('did', `${url} ${did}`);
      const taken = takeShared(request.database, key, config.limit, clock.now()).then((wait) => refuse(reply, wait));
      taken.then(() => done(), done);
      return;
    }
    const isRead = request.method === 'GET' && config.changesState !== true;
    refuse(reply, (isRead ? reads : writes).take(did));
    done();
  });
  return {
    takePage: (request, did) => (takeOfAddress(request) ?? (isDid(did) ? reads.take(did) : null)) === null,
    takeForm: (request, reply) => refuse(reply, takeOfAddress(request)),
    recordUnknown,
  };
}

/** Refuses a call with the seconds to wait; does nothing for null. */
export function refuse(reply: FastifyReply, waitSeconds: number | null): void {
  if (waitSeconds === null) return;
  reply.header('retry-after', String(waitSeconds));
  throw new Problem('too-many-requests');
}

/**
 * Counts one call in the current period. Returns null if it is allowed, or the seconds to wait. Doesn't wait until the count is on disk: the
 * call itself waits for its own commit, and a crash may forget the counts of half a second.
 */
async function takeShared(database: Database, key: Buffer, { calls, periodMs }: Limit, at: Date) {
  const end = new Date(Math.floor(at.getTime() / periodMs + 1) * periodMs);
  const [row] = await database.returning<{ count: number }>(sql`
    insert into call_counts as c (key, period_end, count) values (${key}, ${end}, 1)
    on conflict (key, period_end) do update set count = c.count + 1
    returning count, set_config('synchronous_commit', 'off', true)`);
  return (row?.count ?? 0) > calls ? Math.ceil((end.getTime() - at.getTime()) / 1000) : null;
}

/** Erases the counts of past periods. Returns the number of rows erased. */
export const eraseOldCounts = (database: Database, at: Date): Promise<number> =>
  database.run(sql`delete from call_counts where period_end < ${at}`);
