/** `errors explain`: replaces the places in built files that a stack trace names by the places in the sources. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** A built file, as a browser or a server names it, with its line and column. */
const PLACE = /(?:https?:\/\/[^\s/()]*|file:\/\/)?(\/[\w./@-]*\.js):(\d+):(\d+)/g;

/** The maps that a file may have: the apps' files are in two folders, and a server's are below any folder. */
function mapOf(file: string): string | undefined {
  const ours = /\/((?:api|domain|embedded-postgres|web\/dist|console\/dist)\/.*)$/.exec(file)?.[1];
  const places = ours ? [join(ROOT, ours)] : ['web/dist', 'console/dist'].map((dist) => join(ROOT, dist, file));
  return places.map((place) => `${place}.map`).find((map) => existsSync(map));
}

/** The text with the places that a map knows in the sources. The rest stays as it is. */
export function explain(text: string): string {
  const maps = new Map<string, SourceMap>();
  return text.replace(PLACE, (place, file: string, line: string, column: string) => {
    const path = mapOf(file);
    if (!path) return place;
    const map = maps.get(path) ?? new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
    maps.set(path, map);
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** The stack of a line of the log, or the text as it is. */
function stackIn(line: string): string {
  try {
    const { err, browser, msg } = JSON.parse(line);
    return `${msg}\n${err?.stack ?? browser?.stack ?? ''}`;
  } catch {
    return line;
  }
}

/** Needs no configuration and no database: the maps are part of what is installed. */
export function addExplainCommand(program: Command): void {
  program
    .command('errors')
    .command('explain [file]')
    .description('Names the sources of a stack trace. Reads the log or the trace from a file, or from standard input.')
    .action((file?: string) => {
      const lines = readFileSync(file ?? 0, 'utf8').split('\n');
      process.stdout.write(explain(lines.map(stackIn).join('\n')));
    });
}
