/** docs/schema.md: the tables, their rights and their comments from api/migrations, and their owners from the code that writes to them. */
import { readdirSync } from 'node:fs';
import { read, sources } from './repository.ts';
import { faults } from './structure.ts';

/** Creates itself, before the first migration. */
const MIGRATIONS = { name: 'migrations', about: 'Which migrations were applied, with a checksum of each.', body: '' };

const sql = readdirSync('api/migrations')
  .filter((name) => /^\d/.test(name))
  .sort()
  .map((name) => read(`api/migrations/${name}`))
  .join('\n');

/** What stands above a table says what it holds. */
const tables = [
  ...[...sql.matchAll(/^((?:-- .*\n)+)create table (\w+) \(\n([\s\S]*?)^\)/gm)].map(
    ([, comment = '', name = '', body = '']) => ({
      name,
      about: comment.replace(/^-- /gm, '').trim().replaceAll('\n', ' '),
      body,
    }),
  ),
  MIGRATIONS,
];

/** The folder of `api/src` that writes to a table. Triggers write to the others. */
function ownerOf(name: string): string {
  const writes = new RegExp(`\\b(?:into|update|delete from)\\s+${name}\\b`);
  const [owner = '', ...others] = new Set(
    sources.flatMap((file) => {
      const [, folder] = /^api\/src\/(\w+)\//.exec(file) ?? [];
      return folder && writes.test(read(file)) ? folder : [];
    }),
  );
  if (owner === '' || others.length > 0)
    faults.push(
      `${name} needs one folder that writes to it, not ${[owner, ...others].filter(Boolean).join(' and ') || 'none'}`,
    );
  return owner;
}

const rights = new Map(
  [...sql.matchAll(/^call grant_rights\('(\w+)', +'(.*?)', +'(.*?)', +'(.*?)'\);$/gm)].map(
    ([, name = '', ...ofRoles]) => [name, ofRoles],
  ),
);
function rightsOf(name: string): readonly string[] {
  const ofRoles = rights.get(name);
  if (!ofRoles) faults.push(`no migration grants rights on ${name}`);
  return (ofRoles ?? []).map((letters) => letters || '–');
}

const row = ({ name, about }: (typeof tables)[number]): string =>
  `| ${[`\`${name}\``, `\`${ownerOf(name)}\``, ...rightsOf(name), about].join(' | ')} |`;

/** `||` if every row has one, `|o` if it may have none; `o|` if no other row has the same, `o{` if several may. */
const edgesOf = ({ name, body }: (typeof tables)[number]): string[] =>
  body.split('\n').flatMap((line) => {
    const [, column = '', listed = '', target = ''] =
      /^ {2}(?:(?!foreign)(\w+) [^,]*?|foreign key \((\w+)[^)]*\) )\breferences (\w+)(?! and)/.exec(
        line.replace(/ -- .*/, ''),
      ) ?? [];
    if (target === '') return [];
    const isRequired = listed !== '' || /\b(not null|primary key)\b/.test(line);
    const isOnly = /\b(unique|primary key)\b/.test(line);
    return `  ${target} ${isRequired ? '||' : '|o'}--${isOnly ? 'o|' : 'o{'} ${name} : ${column || listed}`;
  });

export const SCHEMA_DOCUMENT = {
  'docs/schema.md': `# Schema

The tables of the panel's database, in the order of the files in \`api/migrations\`, which define every column. Written by \`npm run fix\` from these files
and from the code that writes to the tables; tests compare it with a migrated database.

Everything personal refers to \`panelists\` and is deleted with its row. Wallets, rewards, withdrawals and survey sessions outlive a deletion, without a
reference to a person.

\`\`\`mermaid
erDiagram
${tables.flatMap(edgesOf).join('\n')}
\`\`\`

## Tables

Each table has an owner: the one folder of \`api/src\` that writes to it. Any folder may read it. Each process connects as a
separate database role (\`panel_api\`, \`panel_worker\`; \`panel_console\` for the console, commands and backups), with the rights below in PostgreSQL's
letters: r reads, a adds, w changes, d deletes; w(column) changes that column alone. One process that does everything (\`ROLE=all\`) connects as \`panel_app\`,
which may do what the three may together. Triggers write balances and running totals as the owner of the tables.

| table | owner | api | worker | console | what it holds |
|---|---|---|---|---|---|
${tables.map(row).join('\n')}

The view \`profile_openings\` is what the API may read of the audit: when an operator did something with a profile, and in which role.

The key store, a separate database, has one table: \`panelist_keys\`, one encryption key per panelist.
`,
};
