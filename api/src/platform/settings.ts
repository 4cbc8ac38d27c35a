/**
 * Settings as tables. One row says what a variable is called, of which kind it is, its defaults, what it is for and what else must hold.
 * The reader, the type of what is read and the lines of .env.example follow.
 */
import { type EnvironmentReader, isHost, isPath, withoutTrailingSlash } from './environment.ts';
import { listOf, type NamedSecret, secretFault } from './security/secrets.ts';

/** The default of a secret of the sandbox, which is public. */
const SANDBOX_SECRET = 'sandbox-secret';

type Common = {
  readonly name: string;
  readonly about?: string;
  /** The default of a live panel. A row without one is required there. */
  readonly live?: string;
  /** The default in sandbox mode, if it isn't the same. A live panel that requires a text or a secret refuses this value. */
  readonly sandbox?: string;
  /** What .env.example shows, if it isn't the default. */
  readonly example?: string;
  /** What is wrong with a value, or null. */
  readonly fault?: (value: string) => string | null;
};

type SecretRules = {
  readonly minLength?: number;
  /** We send it as it is, so it can't be a list. Others may be two values during a rotation, newest first. */
  readonly isSent?: boolean;
  /** The outside party that issued it, if any. It may have issued one value for several purposes. */
  readonly issuedBy?: string;
};

export type Setting = Common &
  (
    | { readonly kind: 'text' | 'path' | 'networks' | 'hosts' | 'switch' }
    /** An outside party's address. `sandbox` is its path at the sandbox. To a base, paths are appended. */
    | { readonly kind: 'address' | 'base'; readonly sandbox: string }
    | ({ readonly kind: 'secret' } & SecretRules)
    /** The first one is the default. */
    | { readonly kind: 'choice'; readonly choices: readonly [string, ...string[]] }
  );

export type SettingsTable = Readonly<Record<string, Setting>>;

type ValueOf<Row extends Setting> = Row extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Row['kind'] extends 'networks' | 'hosts'
    ? readonly string[]
    : Row['kind'] extends 'switch'
      ? boolean
      : string;
export type SettingsOf<Table extends SettingsTable> = { readonly [Key in keyof Table]: ValueOf<Table[Key]> };

export type SettingsReader = ReturnType<typeof settingsReader>;

/** Reads tables, and reports what is wrong to the environment's reader. Without the sandbox's address the panel is live. */
export function settingsReader(read: EnvironmentReader, sandboxUrl: string | null) {
  const isLive = sandboxUrl === null;
  const protocols = isLive ? ['https:'] : ['http:', 'https:'];
  const secrets: NamedSecret[] = [];
  const standardOf = ({ live, sandbox }: Common) => (isLive ? live : (sandbox ?? live)) ?? null;
  const report = (name: string, fault: string | null) => fault !== null && read.fault(name, fault);

  function text(row: Common): string {
    const value = read.text(row.name, standardOf(row));
    // Every one of several values is accepted, so none of them may be the public one.
    if (isLive && row.live === undefined && row.sandbox !== undefined && listOf(value).includes(row.sandbox))
      read.fault(row.name, 'must not be the sandbox’s');
    return value;
  }

  /** As a browser spells it: a link that a browser would rewrite isn't safe to send a panelist to. */
  function address({ name, live, sandbox }: Common): string {
    if (isLive && live === '' && !read.has(name)) return '';
    const value = read.url(name, isLive ? live || null : sandboxUrl + (sandbox ?? ''), protocols);
    if (!URL.canParse(value)) return value;
    const { username, password, href } = new URL(value);
    if (isLive) read.refuseTestHost(name, value);
    // Paths or parameters are appended to it.
    if (/[?#]/.test(value) || username + password !== '')
      read.fault(name, 'must end with its path, and have no user in it');
    return href;
  }

  function secret({ name, minLength, isSent = false, issuedBy }: Common & SecretRules): string {
    const value = text({ name, sandbox: SANDBOX_SECRET });
    if (isSent && value.includes(',')) read.fault(name, 'is one key, sent as it is, and can’t be a list');
    if (isLive && value !== '') report(name, secretFault(listOf(value), minLength));
    secrets.push(...listOf(value).map((one) => ({ name, value: one, ...(issuedBy !== undefined && { issuedBy }) })));
    return value;
  }

  function hosts(row: Common): readonly string[] {
    const value = text(row);
    const listed = value === '' ? [] : listOf(value);
    if (!listed.every(isHost))
      read.fault(row.name, 'must be complete host names in lower case without *, separated by commas');
    if (isLive) for (const host of listed) read.refuseTestHost(row.name, `https://${host}`);
    return listed;
  }

  function path(row: Common): string {
    const value = text(row);
    if (!isPath(value)) read.fault(row.name, 'must be a path that begins with /');
    return value;
  }

  function valueIn(row: Setting): string | boolean | readonly string[] {
    switch (row.kind) {
      case 'text':
        return text(row);
      case 'path':
        return path(row);
      case 'address':
        return address(row);
      case 'base':
        return withoutTrailingSlash(address(row));
      case 'secret':
        return secret(row);
      case 'choice':
        return read.oneOf(row.name, row.choices);
      case 'switch':
        return read.oneOf(row.name, ['off', 'on']) === 'on';
      case 'networks':
        return read.networks(row.name);
      case 'hosts':
        return hosts(row);
    }
  }

  function one<Row extends Setting>(row: Row): ValueOf<Row> {
    const value = valueIn(row);
    if (typeof value === 'string' && row.fault) report(row.name, row.fault(value));
    return value as ValueOf<Row>;
  }

  return {
    one,
    /** Every secret that was read. */
    secrets,
    table: <Table extends SettingsTable>(table: Table): SettingsOf<Table> =>
      Object.fromEntries(Object.entries(table).map(([key, row]) => [key, one(row)])) as SettingsOf<Table>,
  };
}

const LINE = 140;

/** The lines of .env.example: what a variable is for, and its default in a live panel. */
export function exampleOf(table: SettingsTable): string {
  return Object.values(table)
    .flatMap((row) => [...wrapped(row.about ?? ''), `#${row.name}=${row.example ?? defaultOf(row)}`])
    .join('\n');
}

const defaultOf = (row: Setting): string =>
  row.kind === 'choice' ? row.choices[0] : row.kind === 'switch' ? 'off' : (row.live ?? '');

function wrapped(about: string): readonly string[] {
  const lines: string[] = [];
  for (const word of about
    .replaceAll('’', "'")
    .split(' ')
    .filter((each) => each !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
