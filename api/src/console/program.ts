/** Puts every operator command on one command line. */
import { Command } from 'commander';
import { type CommandContext, type OptionValues, PROGRAM, requireRole, type Subcommand } from './command.ts';
import { IDENTITY_OPTIONS, identifyOperator } from './command-identity.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { isSignedIn } from './operation.ts';

const GROUPS: Readonly<Record<string, string>> = {
  operate: 'Does what the console’s buttons do. What needs two people is proposed, and approved in the console.',
};

export type Terminal = Pick<CommandContext, 'print' | 'prompt' | 'progress' | 'alarm'>;

/** `execute` gets the subcommand and its options. An argument becomes an option with the same name. */
export function programOf<Needs>(
  subcommands: readonly Subcommand<Needs>[],
  execute: (subcommand: Subcommand<Needs>, options: OptionValues) => Promise<void>,
): Command {
  // 'restore <file>' and 'restore finish' have the same options: those behind a subcommand are its own.
  const program = new Command(PROGRAM).exitOverride().enablePositionalOptions();
  const groups = new Map<string, Command>();
  for (const subcommand of subcommands) {
    const [noun = '', verb] = subcommand.name.split(' ');
    const hasVerb = verb !== undefined && !verb.startsWith('<');
    if (hasVerb && !groups.has(noun)) groups.set(noun, program.command(noun).description(GROUPS[noun] ?? ''));
    const parent = hasVerb ? (groups.get(noun) as Command) : program;
    const command = parent
      .command(hasVerb ? subcommand.name.slice(noun.length + 1) : subcommand.name)
      .summary(subcommand.title ?? '')
      .description(subcommand.description);
    if (!hasVerb) groups.set(noun, command);
    const own = subcommand.options ?? [];
    // An operation describes its own reason.
    const identity = IDENTITY_OPTIONS.filter(([flags]) => !own.some(([ownFlags]) => ownFlags === flags));
    for (const [flags, description] of [...(subcommand.isAnonymous ? [] : identity), ...own])
      command.option(flags, description);
    command.action(() => {
      const args = Object.fromEntries(
        command.registeredArguments.map((arg, index) => [arg.name(), command.args[index]]),
      );
      return execute(subcommand, { ...command.opts(), ...args });
    });
  }
  return program;
}

const ANONYMOUS = { subject: 'nobody', account: 'nobody', role: null } as const;
/** For timers. Anyone who can run one has the database URL and could copy the data anyway. */
const SCHEDULE = { subject: 'schedule', account: 'schedule', role: null } as const;

/** Finds out who runs the subcommand and whether their role may, and runs it. */
export async function runForOperator<Needs extends ConsoleDependencies>(
  subcommand: Subcommand<Needs>,
  deps: Needs,
  options: OptionValues,
  terminal: Terminal,
): Promise<void> {
  const isUnsigned = subcommand.isAnonymous || options.scheduled === true;
  const identity = isUnsigned
    ? {
        operator: subcommand.isAnonymous ? ANONYMOUS : SCHEDULE,
        second: null,
        isBreakGlass: false,
      }
    : await identifyOperator(deps, options);
  if (!subcommand.isAnonymous && isSignedIn(identity.operator)) requireRole(identity.operator, subcommand.roles);
  await subcommand.run({ deps, options, ...identity, ...terminal });
}
