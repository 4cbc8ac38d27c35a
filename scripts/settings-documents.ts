/** What .env.example and docs/settings.md say about the settings. */
import { SETTINGS } from '../api/src/config.ts';
import { type Setting, settingsReader } from '../api/src/platform/settings.ts';

const LINE = 140;

/** The texts that the product reads if nothing is set. */
function defaultsOf(mode: string): (row: Setting) => string {
  const { table, textOf } = settingsReader({ MODE: mode });
  for (const { settings } of SETTINGS) table(settings);
  return ({ name }) => textOf(name);
}
const [sandbox, live] = [defaultsOf('sandbox'), defaultsOf('live')];

const isRequired = (row: Setting) => row.default === undefined;
const condition = ({ required }: Setting) => (required ? ` if ${required.if}` : '');
/** MODE and what follows from it aside, a default is the one of a live panel. */
const standard = (row: Setting) => (row.name === 'MODE' ? sandbox(row) : live(row));
/** Its value in the sandbox, if a person may want to know it. */
const sandboxValue = (row: Setting) =>
  row.kind.secretsIn || sandbox(row) === standard(row) || sandbox(row).includes(':3001/') ? '' : sandbox(row);

const commented = (text: string): string => {
  const lines: string[] = [];
  for (const word of text.replaceAll('’', "'").split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines.join('\n');
};

function exampleRow(row: Setting): string {
  const words = [
    ...(row.about ? [row.about] : []),
    ...(/^(one of|a number|a whole)/.test(row.kind.is)
      ? [`${row.kind.is.charAt(0).toUpperCase()}${row.kind.is.slice(1)}.`]
      : []),
    ...(isRequired(row) ? [`Required in live mode${condition(row)}.`] : []),
    ...(sandboxValue(row) ? [`In sandbox mode: ${sandboxValue(row)}.`] : []),
  ].join(' ');
  return `${words ? `${commented(words)}\n` : ''}#${row.name}=${standard(row)}`;
}

const example = [
  commented(
    'Every variable with its default in live mode. You need none of them to try the product. `npm start` and the operators’ commands read a copy of this file named `.env` in the folder they run in; an installed `server.js` reads only its environment. A secret and a database’s address can also be given as a file: NAME_FILE names it. Written by `npm run fix`.',
  ),
  ...SETTINGS.map(({ title, about, settings }) =>
    [commented(`== ${title} ==${about ? ` ${about}` : ''}`), ...Object.values<Setting>(settings).map(exampleRow)].join(
      '\n',
    ),
  ),
].join('\n\n');

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => (text === '' ? '' : `\`${text}\``);
function tableRow(row: Setting): string {
  const name = code(row.name) + (row.kind.secretsIn ? ' (or a file)' : '');
  const value = isRequired(row) ? `required${condition(row)}` : code(standard(row));
  return `| ${[name, row.kind.is, value, code(sandboxValue(row)), row.about ?? ''].map(cell).join(' | ')} |`;
}

const page = [
  '# Settings',
  'Every variable that the product reads, as [install.md](install.md#configure) explains. Written by `npm run fix` from the tables of the features.',
  'One that is “or a file” can be given by a file instead, such as a mounted secret: `CHAT_API_KEY_FILE=/run/secrets/chat`.',
  ...SETTINGS.flatMap(({ title, about, settings }) => [
    `## ${title}`,
    ...(about ? [about] : []),
    [
      '| variable | is | default | in sandbox mode | for |',
      '|---|---|---|---|---|',
      ...Object.values<Setting>(settings).map(tableRow),
    ].join('\n'),
  ]),
].join('\n\n');

export const SETTINGS_DOCUMENTS: Readonly<Record<string, string>> = {
  '.env.example': `${example}\n`,
  'docs/settings.md': `${page}\n`,
};
