import { type Database, sql } from '../platform/database/database.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

const BATCH = 200;

type AnswerRow = { readonly panelistId: string; readonly question: string; readonly sealed: Buffer };

/** Re-encrypts some answers from a master key to their panelists' own keys. Returns the number of answers it found. */
export async function resealAnswers(database: Database, vault: Vault): Promise<number> {
  const rows = await database.many<AnswerRow>(sql`
    select panelist_id as "panelistId", question, sealed from personal_answers
    where is_on_master_key(sealed) order by panelist_id limit ${BATCH}`);
  const resealed = await reseal(vault, rows, ({ panelistId, question }) =>
    vaultLabel.personalAnswer(panelistId, question),
  );
  // An answer that was replaced in the meantime is left unchanged.
  await database.write(sql`
    update personal_answers a set sealed = r.sealed
    from unnest(
      ${rows.map((row) => row.panelistId)}::uuid[],
      ${rows.map((row) => row.question)}::text[],
      ${rows.map((row) => row.sealed)}::bytea[],
      ${resealed}::bytea[]
    ) as r (panelist_id, question, was, sealed)
    where a.panelist_id = r.panelist_id and a.question = r.question and a.sealed = r.was`);
  return rows.length;
}

type SubmissionRow = { readonly id: string; readonly panelistId: string; readonly sealed: Buffer };

/** The same for submissions. */
export async function resealSubmissions(database: Database, vault: Vault): Promise<number> {
  const rows = await database.many<SubmissionRow>(sql`
    select id, panelist_id as "panelistId", sealed from submissions
    where is_on_master_key(sealed) order by id limit ${BATCH}`);
  const resealed = await reseal(vault, rows, ({ panelistId }) => vaultLabel.submission(panelistId));
  await database.write(sql`
    update submissions s set sealed = r.sealed
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.sealed)}::bytea[], ${resealed}::bytea[])
      as r (id, was, sealed)
    where s.id = r.id and s.sealed = r.was`);
  return rows.length;
}

async function reseal<Row extends { readonly panelistId: string; readonly sealed: Buffer }>(
  vault: Vault,
  rows: readonly Row[],
  labelOf: (row: Row) => string,
): Promise<Buffer[]> {
  const resealed: Buffer[] = [];
  for (const row of rows) {
    const key = await vault.panelistKeys.getOrCreate(row.panelistId);
    resealed.push(key.seal(labelOf(row), key.open(labelOf(row), row.sealed)));
  }
  return resealed;
}
