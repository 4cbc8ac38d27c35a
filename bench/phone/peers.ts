/** The same forms made with other libraries, built as their documentation says and minified. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { runTool } from '../packages.ts';
import { jsonSchemaForm, surveyModel } from './peer-definitions.ts';
import type { PlainFile } from './plain-server.ts';

export const PEERS = {
  SurveyJS: { entry: 'surveyjs.jsx', define: surveyModel },
  'react-jsonschema-form': { entry: 'rjsf.jsx', define: jsonSchemaForm },
} as const;
export type PeerName = keyof typeof PEERS;

const FOLDER = new URL('./peers/', import.meta.url).pathname;

function pageOf(definition: object, hasStyles: boolean): string {
  const json = JSON.stringify(definition).replaceAll('<', '\\u003c');
  const styles = hasStyles ? '<link rel="stylesheet" href="/form.css">' : '';
  return `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Form</title>${styles}<script type="module" src="/form.js"></script></head>
<body><div id="root"></div><script type="application/json" id="definition">${json}</script></body></html>`;
}

/** The files of a plain server with one page for each questionnaire, by its id. */
export async function buildPeer(
  name: PeerName,
  questionnaires: readonly Questionnaire[],
): Promise<Map<string, PlainFile>> {
  const { entry, define } = PEERS[name];
  const out = await mkdtemp(join(tmpdir(), 'panel-bench-peer-'));
  const options = ['--bundle', '--minify', '--format=esm', '--target=es2020', '--jsx=automatic'];
  await runTool('esbuild', [
    join(FOLDER, entry),
    ...options,
    '--define:process.env.NODE_ENV="production"',
    `--outfile=${join(out, 'form.js')}`,
  ]);
  const files = new Map<string, PlainFile>([
    ['/form.js', { type: 'text/javascript; charset=utf-8', body: readFileSync(join(out, 'form.js')) }],
  ]);
  const hasStyles = name === 'SurveyJS';
  if (hasStyles) files.set('/form.css', { type: 'text/css; charset=utf-8', body: readFileSync(join(out, 'form.css')) });
  for (const questionnaire of questionnaires)
    files.set(`/${questionnaire.id}`, {
      type: 'text/html; charset=utf-8',
      body: pageOf(define(questionnaire), hasStyles),
    });
  await rm(out, { recursive: true });
  return files;
}
