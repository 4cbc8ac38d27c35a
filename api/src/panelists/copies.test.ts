/** What a copy of the panel's database reveals about a panelist who has left since it was made. */
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { goldenFor, type Kit, newDid, registered, rowCounts, send, useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { destroyKeys } from '../identity/keys.ts';
import { REQUEST_LIMITS } from '../platform/database/connections.ts';
import { createDatabaseClient, DatabaseUnavailable } from '../platform/database/database.ts';
import { createPanelistKeys } from '../platform/security/panelist-keys.ts';
import { createVault, vaultLabel } from '../platform/security/vault.ts';
import { earnAvailable } from '../rewards/rewards.testing.ts';

const kit = useKit();

type Sealed = { id: string; label: string; sealed: Buffer };

/** Everything in a copy that is encrypted with panelists' keys. */
async function copyOf({ db }: Kit): Promise<Sealed[]> {
  const [answers, submissions, panelists] = await Promise.all([
    db.query('select panelist_id as id, question, sealed from personal_answers'),
    db.query('select panelist_id as id, sealed from submissions where sealed is not null'),
    db.query('select id, did_sealed as sealed from panelists'),
  ]);
  return [
    ...answers.rows.map((row) => ({ ...row, label: vaultLabel.personalAnswer(row.id, row.question) })),
    ...submissions.rows.map((row) => ({ ...row, label: vaultLabel.submission(row.id) })),
    ...panelists.rows.map((row) => ({ ...row, label: vaultLabel.panelistDid(row.id) })),
  ];
}

/** What a reader with every existing key can decrypt. */
async function readCopy({ vault }: Kit, copy: readonly Sealed[]): Promise<string> {
  const texts = await Promise.all(
    copy.map(async ({ id, label, sealed }) => {
      const key = await vault.panelistKeys.opener(id);
      try {
        return key.open(label, sealed);
      } catch {
        return '';
      }
    }),
  );
  return texts.join('\n');
}

describe('T29: a copy of the database', () => {
  it('reveals nothing about a panelist who has left since, and still identifies the others', async () => {
    const [leaving, staying] = [await registered(kit()), await registered(kit())];
    await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', leaving));
    const copy = await copyOf(kit());
    const { surname, dob } = GOLDEN.registration.answers;
    const before = await readCopy(kit(), copy);
    for (const secret of [leaving, staying, surname, dob, 'indian']) expect(before).toContain(secret);

    expect((await send(kit(), 'DELETE', api.deleteProfile(leaving))).statusCode).toBe(200);
    expect(await destroyKeys(kit().deps)).toBe(1);
    const after = await readCopy(kit(), copy);
    expect(after).not.toContain(leaving);
    expect(after).toContain(staying);

    await send(kit(), 'DELETE', api.deleteProfile(staying));
    await destroyKeys(kit().deps);
    expect((await readCopy(kit(), copy)).trim()).toBe('');
  });

  it('also reveals nothing about a panelist who left while the key store was down, once it is back', async () => {
    const did = await registered(kit());
    const copy = await copyOf(kit());
    const { app, deps } = withoutKeyStore();
    expect((await app.inject({ method: 'DELETE', url: api.deleteProfile(did) })).statusCode).toBe(200);
    await expect(destroyKeys(deps)).rejects.toThrow(DatabaseUnavailable);
    expect(await readCopy(kit(), copy)).toContain(did);
    expect(await destroyKeys(kit().deps)).toBe(1);
    expect(await readCopy(kit(), copy)).not.toContain(did);
  });
});

/** The product with nothing listening at the key store's address. */
function withoutKeyStore() {
  const { deps, config } = kit();
  const nowhere = createDatabaseClient('postgres://panel@127.0.0.1:9/keys', { ...REQUEST_LIMITS, retryForMs: 0 });
  const vault = createVault(config.encryptionKeys, config.indexKey, createPanelistKeys(nowhere, config.encryptionKeys));
  const without = { ...deps, vault };
  return { deps: without, app: buildApp(without) };
}

describe('R8: while the key store is down', () => {
  it('registration is unavailable, and panelists still see and withdraw their rewards', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    const { app } = withoutKeyStore();
    const before = await rowCounts(kit());
    const refused = await app.inject({
      method: 'POST',
      url: api.register,
      payload: goldenFor('registration', newDid()),
    });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      503,
      'Registration is currently unavailable, please try again later.',
    ]);
    expect(await rowCounts(kit())).toEqual(before);
    const served = await Promise.all(
      [api.registrationCheck(did), api.history(did), api.preference(did)].map((url) => app.inject(url)),
    );
    expect(served.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    const quarterly = { url: api.profiling('quarterly'), payload: goldenFor('quarterly', did) };
    expect((await app.inject({ method: 'PUT', ...quarterly })).statusCode).toBe(200);
    expect((await app.inject(api.withdraw(did))).json()).toBe(true);
    const birth = await app.inject({ method: 'PUT', url: api.dateOfBirth, payload: goldenFor('dateOfBirth', did) });
    expect(birth.statusCode).toBe(503);
  });
});
