/** Payloads with one error each, made from a golden one: every field in every way that its type can be wrong. */
import { type Question, type Questionnaire, sentAsksOf } from '@panel/domain/questionnaire/definition';

export type Broken = {
  readonly name: string;
  readonly body: unknown;
  readonly status: 400 | 422;
  /** The field that the response must name. */
  readonly field?: string;
};

type Json = Record<string, unknown>;
const clone = (body: object): Json => structuredClone(body) as Json;

function at(body: Json, path: string): { parent: Json; key: string } {
  const keys = path.split('.');
  const key = keys.pop() as string;
  return { parent: keys.reduce((node, part) => node[part] as Json, body), key };
}

/** Values that no type accepts. */
const FOREIGN: readonly [string, unknown][] = [
  ['null', null],
  ['an object', {}],
  ['a nested answer', { value: 1 }],
];

const WRONG_DATES = [
  '2008-11-16',
  '2026-11-15',
  '2030-01-01',
  '1926-11-15',
  '1900-01-01',
  '1990-02-31',
  '1990-02-29',
  '1990-13-01',
  '1990-00-01',
  '1990-01-00',
  '1990-1-1',
  '90-01-01',
  '17/05/1990',
  '17051990',
  '19900517',
  '1990-05-17T00:00:00Z',
  '1990-05-17 ',
  ' 1990-05-17',
  '1990/05/17',
  '-1990-05-17',
  '+01990-05-17',
  'yesterday',
  '',
  '١٩٩٠-٠٥-١٧',
];

function wrongValues(question: Question, golden: unknown): readonly [string, unknown][] {
  const length = 'options' in question ? question.options.length : 0;
  switch (question.wire) {
    case 'text':
      return [
        ['no characters', ''],
        ['blanks', '   '],
        ['500 characters', 'x'.repeat(500)],
        ['101 characters', 'x'.repeat(101)],
        ['a number', 7],
        ['a list', ['Nomvula']],
        ['a NUL', 'a\u0000b'],
        ['a line break', 'a\nb'],
        ['half a character', 'a\ud800'],
      ];
    case 'isoDate':
      return [
        ...WRONG_DATES.map((date) => [`the date ${JSON.stringify(date)}`, date] as [string, unknown]),
        ['a number', 19900517],
        ['a list', ['1990-05-17']],
        ['true', true],
      ];
    case 'label':
    case 'lowercase':
      return [
        ['another option', 'Atlantis'],
        [
          'upper case',
          String(golden).toUpperCase() === golden ? String(golden).toLowerCase() : String(golden).toUpperCase(),
        ],
        ['a blank behind it', `${golden} `],
        ['nothing', ''],
        ['its position', 1],
        ['a boolean', true],
        ['a list', [golden]],
        ['a property of every object', 'constructor'],
        ['twice over', `${golden}${golden}`],
        ['without its first letter', String(golden).slice(1)],
        ['zero', 0],
      ];
    case 'boolean':
      return [
        ['text', 'true'],
        ['one', 1],
        ['Yes', 'Yes'],
        ['a list', [true]],
      ];
    case 'oneTwo':
      return [
        ['zero', 0],
        ['three', 3],
        ['text', '1'],
        ['a boolean', true],
        ['a half', 1.5],
      ];
    case 'position':
      return [
        ['position zero', 0],
        ['a position past the end', length + 1],
        ['a negative position', -1],
        ['a half', 1.5],
        ['text', '1'],
        ['a huge number', 1e300],
      ];
    case 'positions':
      return [
        ['position 0', [0]],
        ['position 26', [26]],
        ['a position twice', [1, 1]],
        ['text', ['1']],
        ['a half', [1.5]],
        ['a boolean', [true]],
        ['null inside', [null]],
        ['too many', Array.from({ length: length + 1 }, (_, index) => index + 1)],
        ['an object', { 0: 1 }],
        ['a number', 1],
      ];
    case 'flags': {
      const flags = golden as boolean[];
      return [
        ['one too few', flags.slice(1)],
        ['one too many', [...flags, false]],
        ['no entries', []],
        ['numbers', flags.map(Number)],
        ['text inside', ['true', ...flags.slice(1)]],
        ['null inside', [null, ...flags.slice(1)]],
        ['labels', ['Bread']],
        ['text', 'true'],
        ...('options' in question ? ([['positions', [1, 2]]] as [string, unknown][]) : []),
      ];
    }
  }
}

export function brokenVariants(definition: Questionnaire, golden: object): Broken[] {
  const variants: Broken[] = [];
  const change = (name: string, field: string, edit: (body: Json) => void) => {
    const body = clone(golden);
    edit(body);
    variants.push({ name: `${field}: ${name}`, body, status: 400, field });
  };
  const set = (name: string, path: string, value: unknown) =>
    change(name, path, (body) => {
      const { parent, key } = at(body, path);
      parent[key] = value;
    });
  const drop = (path: string) =>
    change('missing', path, (body) => {
      const { parent, key } = at(body, path);
      delete parent[key];
    });

  for (const { question, path } of sentAsksOf(definition)) {
    const { parent, key } = at(golden as Json, path);
    drop(path);
    for (const [name, value] of [...FOREIGN, ...wrongValues(question, parent[key])]) set(name, path, value);
  }
  drop(definition.didPath);
  for (const [name, value] of [
    ['a number', 12345678],
    ['a list', ['golden-did-0001']],
    ['nothing', ''],
    ...FOREIGN,
  ] as const)
    set(name, definition.didPath, value);

  const paths = [definition.didPath, ...sentAsksOf(definition).map((ask) => ask.path)];
  const blocks = new Set(
    paths.flatMap((path) =>
      path
        .split('.')
        .slice(0, -1)
        .map((_, i) =>
          path
            .split('.')
            .slice(0, i + 1)
            .join('.'),
        ),
    ),
  );
  for (const block of blocks) {
    if (block.includes('.') || Object.keys(golden).length > 1) drop(block);
    for (const [name, value] of [
      ['null', null],
      ['text', 'x'],
      ['a list', []],
      ['a number', 1],
    ] as const)
      set(name, block, value);
    set('an extra field', `${block}.status`, 'approved');
    set('an extra object', `${block}.extra`, { deep: { er: 1 } });
    set('a field of every object', `${block}.constructor`, 1);
  }
  set('an extra field', 'status', 'approved');
  variants.push({
    name: '__proto__: an own field of that name',
    body: JSON.stringify(golden).replace('{', '{"__proto__":{"status":"approved"},'),
    status: 400,
    field: '__proto__',
  });
  for (const [name, body] of [
    ['a list', [golden]],
    ['an empty list', []],
    ['an empty object', {}],
    ['text', '"text"'],
    ['a number', '7'],
    ['null', 'null'],
    ['true', 'true'],
    ['another payload', { other: { did: 'x' } }],
    ['the payload inside another', { payload: golden }],
    ['the block without its name', Object.values(golden)[0] as object],
  ] as const)
    variants.push({ name: `the whole: ${name}`, body, status: 422 });
  return variants;
}

/** Bodies that aren't JSON. */
export const NOT_JSON: readonly [string, string][] = [
  ['nothing', ''],
  ['half of it', '{"account":'],
  ['single quotes', "{'account':{}}"],
  ['a comma too many', '{"account":{},}'],
  ['NaN', '{"account":NaN}'],
  ['a form', 'account=1'],
  ['a byte order mark inside', '{\ufeff"account":{}}'],
];
