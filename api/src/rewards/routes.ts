import { randomUUID } from 'node:crypto';
import { addMs, MINUTE_MS } from '@panel/domain/durations';
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { isApproved, type PanelistStatus } from '@panel/domain/panelists/status';
import { api, pattern } from '@panel/domain/paths';
import { MINIMUM_WITHDRAWAL_RAND } from '@panel/domain/rewards/amounts';
import { historySchema } from '@panel/domain/rewards/history';
import { cents } from '@panel/domain/rewards/money';
import {
  decideWithdrawal,
  OPEN_WITHDRAWAL_STATES,
  type WalletAtRequest,
  WITHDRAWAL_LIMITS,
  WITHDRAWALS_COUNTED_MS,
  type WithdrawalDecision,
  type WithdrawalState,
} from '@panel/domain/rewards/withdrawal';
import type { FastifyInstance } from 'fastify';
import { didIndexOf, requirePanelist } from '../identity/panelists.ts';
import { insertMessagesStatement } from '../messages/outbox.ts';
import { sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { refuse } from '../platform/http/limits.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import { panelistHistory } from './history.ts';
import { insertTransfersStatements } from './ledger.ts';

type OfDid = { Params: { did: string } };

type RewardDependencies = Dependencies & { readonly config: { readonly rateLimits: boolean } };

export function rewardRoutes(app: FastifyInstance, deps: RewardDependencies): void {
  const limits = deps.config.rateLimits ? WITHDRAWAL_LIMITS : [];
  app.get<OfDid>(
    pattern(api.withdraw),
    {
      config: { changesState: true, priority: 'money', limit: { calls: 5, periodMs: MINUTE_MS } },
      schema: {
        summary: `Withdraw the whole available reward; true if accepted, false under R${MINIMUM_WITHDRAWAL_RAND}, if not approved, or if the last ones all came back; 429 after too many new ones`,
        response: { 200: { type: 'boolean' } },
      },
    },
    async (request, reply) => {
      const decision = await requestWithdrawal({ ...deps, database: request.database }, request.params.did, limits);
      if (typeof decision === 'object')
        refuse(reply, Math.ceil((decision.tooManyUntil.getTime() - deps.clock.now().getTime()) / 1000));
      return decision !== 'refuse';
    },
  );

  app.get<OfDid>(
    pattern(api.history),
    {
      schema: {
        summary: 'What the balances consist of, and the surveys that may still be added, newest first',
        response: { 200: { ...historySchema(), examples: [GOLDEN_RESPONSES.history.body] } },
      },
    },
    (request) => panelistHistory(deps, request.params.did),
  );
}

/** Reserves the whole available balance for a voucher, if `decideWithdrawal` accepts it. Nothing is reserved twice. */
const requestWithdrawal = (
  { database, vault, clock }: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
  limits: typeof WITHDRAWAL_LIMITS,
): Promise<WithdrawalDecision> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const { walletId, ...wallet } = await lockWalletAtRequest(tx, didIndexOf(vault, did), at);
    const decision = decideWithdrawal(wallet, at, limits);
    if (decision !== 'accept') return decision;
    const id = randomUUID();
    const moves = [['available', 'reserved', wallet.available]] as const;
    await tx.commitWith(
      sql`
          insert into withdrawals (id, wallet_id, amount, state, reference, did_sealed, requested_at, next_attempt_at)
          values (${id}, ${walletId}, ${wallet.available}, 'reserved', ${referenceOf(id)},
            ${vault.seal(vaultLabel.withdrawalDid(id), did)}, ${at}, ${at})`,
      ...insertTransfersStatements([{ kind: 'withdrawal-reserved', subject: id, walletId, moves }], at),
      insertMessagesStatement([{ kind: 'withdrawal-requested', subject: id, panelistId: null }], at),
    );
    return decision;
  });

/** The issuer's name for a withdrawal. */
const referenceOf = (withdrawalId: string): string => `W${withdrawalId.replaceAll('-', '')}`;

type Row = {
  readonly walletId: string;
  readonly available: string;
  readonly status: PanelistStatus;
} & ({ readonly state: WithdrawalState; readonly requestedAt: Date } | { readonly state: null });

/** Locks the wallet of a did until the transaction ends, and reads the input for a withdrawal. */
async function lockWalletAtRequest(
  tx: Tx,
  didIndex: Buffer,
  at: Date,
): Promise<WalletAtRequest & { readonly walletId: string }> {
  // Two statements, sent together: a single one would see withdrawals as they were before it waited for the lock.
  const [, rows] = await Promise.all([
    tx.many(sql`
      select from panelists p join wallets w on w.panelist_id = p.id where p.did_index = ${didIndex}
      for no key update of w`),
    tx.many<Row>(sql`
      select w.id as "walletId", w.available, p.status, d.state, d.requested_at as "requestedAt"
      from panelists p join wallets w on w.panelist_id = p.id
      left join withdrawals d on d.wallet_id = w.id
        and (d.state = any(${OPEN_WITHDRAWAL_STATES}::text[]) or d.requested_at > ${addMs(at, -WITHDRAWALS_COUNTED_MS)})
      where p.did_index = ${didIndex}`),
  ]);
  const { walletId, available, status } = requirePanelist(rows[0]);
  return {
    walletId,
    isApproved: isApproved(status),
    available: cents(available),
    withdrawals: rows.flatMap((row) => (row.state === null ? [] : row)),
  };
}
