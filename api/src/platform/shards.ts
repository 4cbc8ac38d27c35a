/**
 * Which shard something belongs to once there are several databases. A panelist, the wallet and all that belongs to them are in one
 * shard, and the ids that leave the product begin with it: callbacks of partners and files of the issuer bring nothing else.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Vault } from './vault.ts';

const hexOf = (shard: number): string => shard.toString(16).padStart(2, '0');

/** The shard of a panelist's, a wallet's or a reward's id, or of a voucher's reference without its `W`: 0 to 255. */
export const shardOf = (id: string): number => Number.parseInt(id.slice(0, 2), 16);

/** A random id in the same shard as another one. */
export const newIdBeside = (id: string): string => hexOf(shardOf(id)) + randomUUID().slice(2);

/**
 * A session's id hides its shard from everybody without our key: two partners that compare theirs must not find out which belong to
 * one panelist.
 */
export function newSessionId(vault: Vault, panelistId: string): string {
  const rest = randomBytes(15).toString('hex');
  const mask = vault.digest('session', rest)[0] as number;
  return `s_${hexOf(shardOf(panelistId) ^ mask)}${rest}`;
}

export const isSessionId = (text: string): boolean => /^s_[0-9a-f]{32}$/.test(text);
