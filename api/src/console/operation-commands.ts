/** `operate NAME`: each operation as a command, from its definition. */
import { open, readFile, rm } from 'node:fs/promises';
import { type Input, type Operation, readInputs } from '@panel/domain/console/operation';
import {
  type CommandContext,
  type CommandOption,
  recordBreakGlass,
  requireOption,
  type Subcommand,
} from './command.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { panelistIdOf } from './find-panelist.ts';
import { type Done, isSignedIn, OperatorError } from './operation.ts';
import { propose } from './propose.ts';
import { ALL_OPERATIONS, carryOut } from './run-operation.ts';

function optionsOf(input: Input): CommandOption[] {
  const { name, kind, label } = input;
  if (kind === 'secret') return [];
  if (kind === 'did' || kind === 'panelist')
    return [['--did <did>', 'the panelist’s device id; asked for if left out']];
  if (kind === 'file') return [[`--${name} <file>`, label]];
  if (kind === 'choice') return [[`--${name} <code>`, `${label}: ${input.options.map(({ code }) => code).join(', ')}`]];
  return [[`--${name} <text>`, label]];
}

const readInputFile = (name: string): Promise<string> =>
  readFile(name, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new OperatorError(code === 'ENOENT' ? `${name} doesn’t exist.` : `${name} can’t be read: ${message}`);
  });

async function readValue(
  context: CommandContext,
  input: Input,
  sofar: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { options, deps, prompt } = context;
  if (input.when && sofar[input.when.input] !== input.when.is) return undefined;
  if (input.kind === 'secret') return prompt(`${input.label}: `);
  if (input.kind === 'file') return readInputFile(requireOption(context, input.name));
  if (input.kind !== 'did' && input.kind !== 'panelist') return options[input.name];
  const did = typeof options.did === 'string' ? options.did : (await prompt('did: ')).trim();
  return input.kind === 'did' ? did : panelistIdOf(deps.database, deps.vault, did);
}

async function readValues(context: CommandContext, operation: Operation) {
  const given: Record<string, unknown> = {};
  for (const input of operation.inputs) {
    const value = await readValue(context, input, given);
    if (value !== undefined) given[input.name] = value;
  }
  const read = readInputs(operation, given);
  if ('values' in read) return read.values;
  throw new OperatorError(read.errors.map(({ field, message }) => `--${field}: ${message}`).join('\n'));
}

/** Creates the output file before the operation runs, so that its result can't be lost. */
async function perform(context: CommandContext, { returnsFile }: Operation, work: () => Promise<Done>): Promise<void> {
  if (!returnsFile) return printDone(context, await work());
  const name = requireOption(context, 'to');
  const file = await open(name, 'wx', 0o600).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new OperatorError(code === 'EEXIST' ? `${name} already exists.` : `${name} can’t be written: ${message}`);
  });
  try {
    await file.writeFile((await work()).file?.content ?? '');
    context.print(`Written to ${name}.`);
  } catch (error) {
    await rm(name);
    throw error;
  } finally {
    await file.close();
  }
}

async function printDone({ print, progress, alarm }: CommandContext, done: Done): Promise<void> {
  print(done.message);
  for (const [name, value] of Object.entries(done.data ?? {}))
    for (const line of Array.isArray(value) ? value : [`${name}: ${value}`]) print(String(line));
  const result = await done.afterCommit?.(progress);
  for (const line of result?.lines ?? []) print(line);
  if (result?.isAlarming) alarm();
}

async function operate(context: CommandContext<ConsoleDependencies>, operation: Operation): Promise<void> {
  const { deps, operator, second } = context;
  if (operation.approvers && !isSignedIn(operator) && !second) throw new OperatorError('--second is required.');
  const values = await readValues(context, operation);
  if (operation.approvers && isSignedIn(operator)) {
    const id = await propose(deps, operator, operation, values);
    return context.print(`${id} needs another person’s approval in the console.`);
  }
  const call = { operator, operation, values };
  await perform(context, operation, () =>
    deps.database.transaction((tx) =>
      carryOut(tx, deps, call, {
        approver: operation.approvers ? (second ?? undefined) : undefined,
        before: () => recordBreakGlass(tx, context, { action: operation, values }),
      }),
    ),
  );
}

export const operationCommands: readonly Subcommand<ConsoleDependencies>[] = ALL_OPERATIONS.map((operation) => ({
  name: `operate ${operation.name}`,
  title: operation.title,
  description: operation.description,
  roles: operation.roles,
  options: [
    ...operation.inputs.flatMap(optionsOf),
    ...(operation.returnsFile ? ([['--to <file>', 'the file to write']] as const) : []),
  ],
  run: (context) => operate(context, operation),
}));
