/** Steps for tests of failovers and the issuer's files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@panel/domain/paths';
import { registered, send } from '../../test/kit.ts';
import type { useOperator } from '../console/operator.testing.ts';
import type { AppDependencies } from '../dependencies.ts';
import { recordTimeline } from './payout-freezes.ts';
import { earnAvailable } from './rewards.testing.ts';

export type Paid = { readonly reference: string; readonly amount: string };

export function failoverSteps({
  kit,
  operate,
  folder,
}: Pick<ReturnType<typeof useOperator>, 'kit' | 'operate' | 'folder'>) {
  const note = (freezes: boolean) => recordTimeline(kit().deps.database, freezes, kit().clock.now());
  /** Makes the recorded timeline differ from the database's, as after the promotion of a standby. */
  const failOver = () => kit().db.query('update database_timeline set timeline = timeline - 1');
  const withdraw = async (): Promise<unknown> => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    return (await send(kit(), 'GET', api.withdraw(did))).json();
  };
  const paid = async (): Promise<Paid[]> =>
    (await kit().db.query("select reference, amount from withdrawals where state = 'paid' order by requested_at")).rows;
  const line = ({ reference, amount }: Paid, day: string) => `${reference};${amount};S;T-${reference};${day}`;
  const reconcileOnly = async (lines: readonly string[], deps: AppDependencies = kit().deps) => {
    const file = join(folder(), 'settlement.csv');
    await writeFile(file, ['reference;amount;serialNumber;transactionId;transactionDate', ...lines].join('\n'));
    return operate('reconcile', { file }, deps);
  };
  /** Reads a file with everything that was paid, all on one day. */
  const reconcile = async (day: string, more: readonly string[] = [], deps: AppDependencies = kit().deps) =>
    reconcileOnly([...(await paid()).map((one) => line(one, day)), ...more], deps);
  return { note, failOver, withdraw, paid, line, reconcile, reconcileOnly };
}
