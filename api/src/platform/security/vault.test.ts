import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cipherOf } from './cipher.ts';
import type { PanelistKeys } from './panelist-keys.ts';
import { createVault } from './vault.ts';

const one = { id: 1, key: randomBytes(32) };
const two = { id: 2, key: randomBytes(32) };
const index = randomBytes(32);

describe('T20: the vault', () => {
  const vault = cipherOf([one]);

  it('decrypts what it encrypted, and never encrypts a text the same way twice', () => {
    const sealed = vault.seal('panelists:did:1', 'Zoë');
    expect(vault.open('panelists:did:1', sealed)).toBe('Zoë');
    expect(vault.seal('panelists:did:1', 'Zoë')).not.toEqual(sealed);
    expect(sealed.toString('latin1')).not.toContain('Zo');
  });

  it('decrypts nothing that was moved or changed', () => {
    const sealed = vault.seal('panelists:did:1', 'text');
    expect(() => vault.open('panelists:did:2', sealed)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open('panelists:did:1', changed)).toThrow();
    }
  });

  it('T21: reads with old keys and writes with the newest', () => {
    const old = vault.seal('place', 'old');
    const rotated = cipherOf([two, one]);
    expect(rotated.open('place', old)).toBe('old');
    expect(rotated.seal('place', 'new')[1]).toBe(2);
    expect(() => cipherOf([two]).open('place', old)).toThrow('does not have the key');
  });

  it('hashes a text the same way, for the same purpose and key only', () => {
    const keys = {} as PanelistKeys;
    const { digest } = createVault([one], index, keys);
    expect(digest('did', 'a')).toEqual(digest('did', 'a'));
    expect(digest('did', 'a')).not.toEqual(digest('number', 'a'));
    expect(digest('did', 'a')).not.toEqual(createVault([one], randomBytes(32), keys).digest('did', 'a'));
  });
});
