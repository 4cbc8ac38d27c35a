/** Every page of the console on a small and a large panel: it must answer in the same time. */
import { MAX_SESSION_MS, type Role } from '@panel/domain/console/pages';
import { PARTNERS } from '@panel/domain/partners/partners';
import { readConfig } from '../../api/src/config.ts';
import { startSession } from '../../api/src/console/sessions.ts';
import { buildConsoleApp } from '../../api/src/console-app.ts';
import { createServices } from '../../api/src/start/services.ts';
import { countNight } from '../../api/src/worker/nightly.ts';
import type { Context, Part } from '../part.ts';
import { type BenchDatabase, SECRETS, startDatabase } from '../product.ts';
import { number, ratio, table } from '../report.ts';
import { didOf, POSTINGS_PER_PANELIST } from '../seed.ts';
import { fillPeople } from '../seed-people.ts';
import { medianOf } from '../statistics.ts';

const SIZES = [10_000, 1_000_000];
const QUICK_SIZES = [2000, 4000];
const SHARED_MEMORY = '2GB';

/** Half of the panel. */
const LARGE_SAMPLE = 'sample?answer=lsm:5&answer=lsm:6&answer=lsm:7&qualityFrom=60&quotaRow=lsm';
/** In milliseconds, on the larger panel. */
const TARGETS: Readonly<Record<string, number>> = { [LARGE_SAMPLE]: 3000, 'panel?row=province&column=age': 300 };

/** The role that opens each page. */
const PAGES: Readonly<Record<string, Role>> = {
  today: 'finance',
  panel: 'fieldwork',
  'panel?question=other_rewards&row=other_rewards&column=closest_city': 'fieldwork',
  sample: 'fieldwork',
  'sample?answer=province:gauteng&answer=gender:female&answer=work_status:full_time&ageFrom=25&ageTo=40': 'fieldwork',
  [LARGE_SAMPLE]: 'fieldwork',
  'sample?answer=lsm:5&answer=lsm:6&answer=lsm:7&quotaRow=lsm&quotaColumn=gender': 'fieldwork',
  'panel?row=province&column=age': 'fieldwork',
  partners: 'finance',
  money: 'finance',
  people: 'support',
  disputes: 'support',
  audit: 'auditor',
};

/** A year of figures, whose number doesn't depend on the panel's size. */
const addFigures = ({ client }: BenchDatabase) =>
  client.query(
    `
    insert into daily_figures (figure, partner, kind, account, detail, day, value)
    select figure, partner, kind, account, detail, day::date, 100
    from generate_series(current_date - 366, current_date - 1, interval '1 day') day,
      (select figure, partner, '' as kind, '' as account, '' as detail from unnest(array['completes', 'owed-by-partner']) figure,
         unnest($1::text[]) partner
       union all select figure, '', kind, 'partner:' || ($1::text[])[1], '' from unnest(array['moved', 'transfers']) figure,
         unnest(array['earned', 'released', 'reversed', 'withdrawal-paid']) kind
       union all select 'balance', '', '', account, '' from unnest(array['pending', 'available', 'reserved', 'owed', 'unclaimed']) account
       union all select 'active', '', '', '', days from unnest(array['7', '30', '90', '365']) days
       union all values ('sign-ups', '', '', '', ''), ('size', '', '', '', 'approved')) f (figure, partner, kind, account, detail)
    on conflict do nothing`,
    [PARTNERS],
  );

/** Measured once: the first view of the Panel page after a night, and what the worker counted for it in that night. */
const FIRST_VIEW = '_panel, first view of the day_';
const NIGHT = '_the worker’s nightly snapshot_';

async function measurePages({ rounds, count }: Context, databaseUrl: string): Promise<Map<string, number>> {
  const environment = { ...SECRETS, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' };
  const { backgroundDeps: deps, close } = await createServices(await readConfig(environment));
  const app = buildConsoleApp(deps);
  const at = deps.clock.now();
  const signIn = (role: Role) => {
    const session = {
      subject: role,
      account: role,
      role,
      authenticatedAt: at,
      endsAt: new Date(at.getTime() + MAX_SESSION_MS),
    };
    return deps.database.transaction((tx) => startSession(tx, session, at));
  };
  const headers = new Map<Role, Record<string, string>>();
  for (const role of new Set(Object.values(PAGES)))
    headers.set(role, {
      cookie: `console=${await signIn(role)}`,
      origin: deps.config.console.origin,
      'sec-fetch-site': 'same-origin',
    });
  const opened = await app.inject({
    method: 'POST',
    url: '/api/console/operations/open-card',
    headers: headers.get('support') ?? {},
    payload: { did: didOf(1), reason: 'bench' },
  });
  const open = async (page: string, role: Role): Promise<number> => {
    const path = page === 'people' ? `people?card=${opened.json().card}` : page;
    const began = performance.now();
    const { statusCode } = await app.inject({ url: `/api/console/pages/${path}`, headers: headers.get(role) ?? {} });
    if (statusCode !== 200) throw new Error(`${page} answers ${statusCode}`);
    return performance.now() - began;
  };
  const began = performance.now();
  // Up to yesterday the figures are there, so that only the snapshot is taken.
  await countNight(deps, at);
  const nightMs = performance.now() - began;
  const first = await open('panel', 'fieldwork');
  for (const [page, role] of Object.entries(PAGES)) await open(page, role);
  const measured = await rounds.measure(count(7, 1), async () => {
    const round = new Map<string, number>();
    for (const [page, role] of Object.entries(PAGES)) round.set(page, await open(page, role));
    return round;
  });
  await app.close();
  await close();
  return new Map([
    ...Object.keys(PAGES).map((page) => [page, medianOf(measured, (round) => round.get(page) ?? Number.NaN)] as const),
    [FIRST_VIEW, first],
    [NIGHT, nightMs],
  ]);
}

export const part: Part = {
  title: 'Console: every page on a larger panel',
  async run(context) {
    const fill = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB' };
    const database = await startDatabase({ ...fill, shared_buffers: SHARED_MEMORY });
    try {
      await addFigures(database);
      const sizes = context.quick ? QUICK_SIZES : SIZES;
      const measured: Map<string, number>[] = [];
      for (const [index, size] of sizes.entries()) {
        context.progress(`console: filling up to ${size} panelists`);
        const range = { from: sizes[index - 1] ?? 0, to: size };
        await fillPeople(database.client, range);
        await database.client.query('delete from panel_counts');
        context.progress('console: pages');
        measured.push(await measurePages(context, database.url));
      }
      const [small, large] = [measured[0], measured.at(-1)];
      const rows = [...Object.keys(PAGES), FIRST_VIEW, NIGHT].map((page) => {
        const times = measured.map((size) => size.get(page) ?? Number.NaN);
        const target = TARGETS[page];
        if (target)
          context.allow(
            `${page}: ${number(times.at(-1) ?? 0)} ms, target ${target}`,
            (times.at(-1) ?? Number.NaN) <= target,
          );
        return [
          page,
          ...times.map(number),
          target ? `at most ${number(target)}` : '',
          ratio(large?.get(page) ?? Number.NaN, small?.get(page) ?? Number.NaN),
        ];
      });
      return `
The largest panel has ${number((sizes.at(-1) ?? 0) * POSTINGS_PER_PANELIST)} postings. The time of the server, with a year of daily figures; PostgreSQL has
${SHARED_MEMORY} of shared memory, so that it holds the panel as it does on a server. The four rules of the first sample leave one panelist in a hundred, the LSM groups of the second three in ten.

${table(['ms', ...sizes.map((size) => `${number(size)} panelists`), 'target', 'growth'], rows)}`;
    } finally {
      await database.close();
    }
  },
};
