/**
 * Settings as tables. A row says what a variable is called, what kind of value it has, its default and what it is for. What is read and its
 * type, every fault at once, .env.example and docs/settings.md follow from the rows.
 */
import { readFileSync } from 'node:fs';
import { listOf, type NamedSecret, namesOfShared } from './security/secrets.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** What a value must be, and how it is read. `setting-kinds.ts` has those that several features use. */
export type Kind<Value> = {
  /** As a fault and the documents put it. */
  readonly is: string;
  /** Undefined if the text isn't that. An empty text is read if it is the default. */
  readonly parse: (text: string, isLive: boolean) => Value | undefined;
  /** What else is wrong with a text, or null. */
  readonly fault?: (text: string, isLive: boolean) => string | null;
  /** Its value in the sandbox, which is public: a live panel refuses it. */
  readonly sandbox?: string;
  /** The secrets in a text, in one spelling. A secret can also be given as a file. */
  readonly secretsIn?: (text: string) => readonly string[];
  /** The outside party that issued a secret. It may have issued one value for several purposes. */
  readonly issuedBy?: string;
};

/** The text of another setting: as it was given, or its default. */
export type TextOf = (name: string) => string;
type Default = string | number | ((textOf: TextOf) => string | number);

type Rules = {
  /** A live panel requires a setting without a default. */
  readonly default?: Default;
  /** The default in sandbox mode, if it is another one. */
  readonly sandbox?: Default;
  /** When a live panel requires it, if not always. */
  readonly required?: { readonly if: string; readonly holds: (textOf: TextOf) => boolean };
  readonly about?: string;
};
export type Setting<Value = unknown> = Rules & { readonly name: string; readonly kind: Kind<Value> };
export const setting = <Value>(name: string, kind: Kind<Value>, rules: Rules = {}): Setting<Value> => ({
  name,
  kind,
  ...rules,
});
export type SettingsTable = Readonly<Record<string, Setting>>;
export type SettingsGroup = { readonly title: string; readonly about?: string; readonly settings: SettingsTable };

type ValueOf<Row extends Setting> = Row extends Setting<infer Value> ? Value : never;
export type SettingsOf<Table extends SettingsTable> = { readonly [Key in keyof Table]: ValueOf<Table[Key]> };

export type SettingsReader = ReturnType<typeof settingsReader>;

/** Reads tables, and collects what is wrong, by name and never by value. */
export function settingsReader(env: Environment) {
  const isLive = env.MODE?.trim() === 'live';
  const faults: string[] = [];
  const missing: string[] = [];
  const secrets: NamedSecret[] = [];
  const texts = new Map<string, string>();
  const read = (name: string): string => env[name]?.trim() ?? '';
  const textOf: TextOf = (name) => texts.get(name) ?? read(name);
  const fault = (name: string, rule: string | null): void => {
    if (rule !== null) faults.push(`${name} ${rule}`);
  };

  const has = (name: string): boolean => read(name) !== '' || read(`${name}_FILE`) !== '';

  function given({ name, kind }: Setting): string {
    const file = `${name}_FILE`;
    if (!kind.secretsIn || !read(file)) return read(name);
    if (read(name)) fault(name, `is set twice, also by ${file}`);
    try {
      const text = readFileSync(read(file), 'utf8').trim();
      if (text === '') fault(file, 'names an empty file');
      return text;
    } catch (error) {
      fault(file, `must name a file that this process can read (${(error as NodeJS.ErrnoException).code})`);
      return '';
    }
  }

  function faultOf({ kind }: Setting, text: string): string | null {
    if (text === '') return null;
    if (kind.parse(text, isLive) === undefined) return `must be ${kind.is}`;
    // Every one of several values is accepted, so none of them may be the public one.
    if (isLive && kind.sandbox !== undefined && listOf(text).includes(kind.sandbox)) return 'must not be the sandbox’s';
    return kind.fault?.(text, isLive) ?? null;
  }

  function one<Row extends Setting>(row: Row, made: Environment): ValueOf<Row> {
    const { name, kind, required } = row;
    const chosen = isLive ? row.default : (made[name] ?? row.sandbox ?? kind.sandbox ?? row.default);
    const standard = String((typeof chosen === 'function' ? chosen(textOf) : chosen) ?? '');
    const value = given(row);
    const rule = faultOf(row, value);
    fault(name, rule);
    if (isLive && !has(name) && chosen === undefined && (required?.holds(textOf) ?? true)) missing.push(name);
    // After a fault, others read the default, so that one mistake is reported once.
    const text = rule === null && value !== '' ? value : standard;
    texts.set(name, text);
    for (const secret of text === '' ? [] : (kind.secretsIn?.(text) ?? []))
      secrets.push({ name, value: secret, ...(kind.issuedBy !== undefined && { issuedBy: kind.issuedBy }) });
    // Whatever a missing value is read as, the end throws.
    return kind.parse(text, isLive) as ValueOf<Row>;
  }

  return {
    isLive,
    faults,
    fault,
    missing,
    textOf,
    has,
    /** `made`: the defaults that a sandbox has made for itself. */
    table: <Table extends SettingsTable>(table: Table, made: Environment = {}): SettingsOf<Table> =>
      Object.fromEntries(Object.entries(table).map(([key, row]) => [key, one(row, made)])) as SettingsOf<Table>,
    /** Throws everything that is wrong. */
    end(): void {
      if (isLive)
        for (const name of namesOfShared(secrets)) fault(name, 'is used twice: each purpose needs its own secret');
      const needed = missing.length > 0 ? [`MODE=live needs ${missing.join(', ')}`] : [];
      if (needed.length + faults.length > 0)
        throw new ConfigError(['The configuration is not usable:', ...needed, ...faults].join('\n  '));
    },
  };
}
