/** The commands derived from the operations, and those for proposals. */
import { open, readFile, rm } from 'node:fs/promises';
import { type Input, type Operation, readInputs } from '@panel/domain/console/operation';
import { PAGE_DEFINITIONS } from '@panel/domain/console/pages';
import type { FactValue } from '@panel/domain/console/today-page';
import { formatRand } from '@panel/domain/rewards/amounts';
import {
  type CommandContext,
  type CommandOption,
  PROGRAM,
  reasonOf,
  recordBreakGlass,
  requireOption,
  type Subcommand,
} from './command.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { panelistIdOf } from './find-panelist.ts';
import { type Done, OperatorError } from './operation.ts';
import { openProposals } from './proposal-lists.ts';
import { approve, findProposal, refuseProposal } from './proposals.ts';
import { propose, reopenClosedProposal } from './propose.ts';
import { ALL_OPERATIONS, APPROVERS, carryOut, PROPOSERS, requireOperation } from './run-operation.ts';
import { requireFreshSignIn } from './sessions.ts';

const DID: CommandOption = ['--did <did>', 'the panelist’s device id; asked for if left out'];
const OUTPUT: CommandOption = ['--to <file>', 'the file to write'];

function optionsOf(input: Input): CommandOption[] {
  if (input.kind === 'did' || input.kind === 'panelist') return [DID];
  if (input.kind === 'choice')
    return [[`--${input.name} <code>`, `${input.label}: ${input.options.map(({ code }) => code).join(', ')}`]];
  return input.kind === 'secret' || input.kind === 'file' ? [] : [[`--${input.name} <text>`, input.label]];
}

const readInput = (name: string): Promise<string> =>
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
  if (input.kind === 'file') return readInput(requireOption(context, input.name));
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
  for (const line of done.lines ?? [done.message]) print(line);
  const result = await done.afterCommit?.(progress);
  for (const line of result?.lines ?? []) print(line);
  if (result?.isAlarming) alarm();
}

/** A refused duplicate names the command that decides the first proposal. */
async function printProposal({ print }: CommandContext, proposing: Promise<string>): Promise<void> {
  const id = await proposing.catch((error: unknown) => {
    if (!(error instanceof OperatorError && error.details.proposal)) throw error;
    throw new OperatorError(`${error.message} To decide it: ${PROGRAM} proposals approve ${error.details.proposal}`);
  });
  print(`${id} needs another person’s approval: ${PROGRAM} proposals approve ${id}`);
}

async function runOperation(context: CommandContext<ConsoleDependencies>, operation: Operation): Promise<void> {
  const { deps, operator, second, authenticatedAt } = context;
  if (operation.approvers && !authenticatedAt && !second) throw new OperatorError('--second is required.');
  const values = await readValues(context, operation);
  if (operation.approvers && authenticatedAt) {
    return printProposal(context, propose(deps, operator, operation, values));
  }
  const call = { operator, operation, values };
  await perform(context, operation, () =>
    deps.database.transaction((tx) =>
      carryOut(tx, deps, call, {
        approver: operation.approvers ? (second ?? undefined) : undefined,
        before: () => recordBreakGlass(tx, context, String(operation.command)),
      }),
    ),
  );
}

const givenOptions = (operation: Operation): CommandOption[] => [
  ...operation.inputs.flatMap(optionsOf),
  ...(operation.returnsFile ? [OUTPUT] : []),
];

export const operationCommands: readonly Subcommand<ConsoleDependencies>[] = ALL_OPERATIONS.flatMap((operation) => {
  if (operation.command === null) return [];
  const file = operation.inputs.find(({ kind }) => kind === 'file');
  return {
    name: file ? `${operation.command} <${file.name}>` : operation.command,
    description: operation.description,
    roles: operation.roles,
    options: givenOptions(operation),
    run: (context: CommandContext<ConsoleDependencies>) => runOperation(context, operation),
  };
});

function requireSignIn({ authenticatedAt, deps }: CommandContext): void {
  if (!authenticatedAt) throw new OperatorError('Proposals need a sign-in: use --token-file.');
  requireFreshSignIn(authenticatedAt, deps.clock.now());
}

function factText(value: FactValue): string {
  if ('cents' in value) return formatRand(value.cents);
  if ('before' in value) return `${formatRand(value.before)} -> ${formatRand(value.after)}`;
  return 'at' in value ? value.at : value.text;
}

export const proposalCommands: readonly Subcommand<ConsoleDependencies>[] = [
  {
    name: 'proposals list',
    description: 'Lists the proposals that need approval, with their facts.',
    roles: PAGE_DEFINITIONS.today.roles,
    async run(context) {
      const { deps, operator, print } = context;
      await deps.database.transaction((tx) => recordBreakGlass(tx, context, 'proposals list'));
      const proposals = await openProposals(deps, operator);
      for (const { id, title, proposedBy, endsAt, ...about } of proposals) {
        print(`${id}  ${title}  by ${proposedBy}  ends ${endsAt}${about.facts ? `  ${about.reason}` : ''}`);
        for (const { label, proposed } of about.facts ?? []) print(`      ${label}: ${factText(proposed)}`);
      }
      print(`${proposals.length} waiting`);
    },
  },
  {
    name: 'proposals approve <id>',
    description: 'Approves another person’s proposal and carries it out.',
    roles: APPROVERS,
    options: [OUTPUT],
    async run(context) {
      requireSignIn(context);
      const { deps, operator } = context;
      const id = requireOption(context, 'id');
      const proposal = await findProposal(deps.database, id);
      if (!proposal) throw new OperatorError('This proposal doesn’t exist.');
      const operation = requireOperation(proposal.operation);
      await perform(context, operation, () => approve(deps, operator, id, reasonOf(context) || null));
    },
  },
  {
    name: 'proposals refuse <id>',
    description: 'Refuses another person’s proposal, or withdraws your own.',
    roles: PROPOSERS,
    async run(context) {
      const [id, reason] = [requireOption(context, 'id'), requireOption(context, 'reason')];
      await refuseProposal(context.deps, context.operator, id, reason);
      context.print('The proposal is closed.');
    },
  },
  {
    name: 'proposals reopen <id>',
    description: 'Proposes again what was refused, withdrawn or not decided in time.',
    roles: PROPOSERS,
    async run(context) {
      const { deps, operator, authenticatedAt } = context;
      if (!authenticatedAt) throw new OperatorError('Proposals need a sign-in: use --token-file.');
      const [id, reason] = [requireOption(context, 'id'), requireOption(context, 'reason')];
      await printProposal(context, reopenClosedProposal(deps, operator, id, reason));
    },
  },
];
