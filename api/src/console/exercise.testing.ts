/** Operators' work in the console, for the test of query plans. */
import { DAY_MS } from '@panel/domain/durations';
import { taskFinished, taskLink } from '@panel/domain/paths';
import { type Kit, registered } from '../../test/kit.ts';
import { buildConsoleApp } from '../console-app.ts';
import { rebuildRollups, rollUpDays } from '../figures/rollups.ts';
import { signFinished, tokenOf } from '../invitations/links.ts';
import { queueTaskMessages } from '../invitations/task-queue.ts';
import { deliverMessages } from '../messages/messages.testing.ts';
import { recordPartyCalls, reportPartyCall } from '../platform/parties/party-calls.ts';
import { countNight } from '../worker/nightly.ts';
import { composersOf, eraseConsoleLeftovers } from '../worker/worker.ts';
import { signedInBrowser } from './console.testing.ts';

/** Sends every statement of the console that should use an index. */
export async function workInConsole(kit: Kit, did: string): Promise<void> {
  const app = buildConsoleApp(kit.depsAs('console'));
  const later = new Date(kit.clock.now().getTime() + DAY_MS);
  const [finance, other] = [
    await signedInBrowser(kit, app, 'f1', 'finance'),
    await signedInBrowser(kit, app, 'f2', 'finance'),
  ];
  const [support, auditor] = [
    await signedInBrowser(kit, app, 's1', 'support'),
    await signedInBrowser(kit, app, 'a1', 'auditor'),
  ];
  const proposed = async () => (await finance.operate('resume-payouts', { reason: 'x' })).json().proposal as string;
  await finance.operate('freeze-payouts', { reason: 'x' });
  for (const name of ['block-partner', 'unblock-partner'])
    await finance.operate(name, { partner: 'purespectrum', reason: 'x' });
  await other.approve(await proposed());
  await finance.operate('freeze-payouts', { reason: 'x' });
  const refused = await proposed();
  await other.refuse(refused, 'x');
  await finance.post(`/api/console/proposals/${refused}/reopen`, { reason: 'x' });
  await proposed();
  await other.page(`proposal?id=${refused}`);
  await finance.approve(refused);
  const { rows } = await kit.db.query(
    'select session_id as id from partner_events where session_id is not null order by partner_events.id desc limit 1',
  );
  const file = `session;status;amount\n${rows[0].id};reversed;\n`;
  await finance.operate('read-statement', { partner: 'purespectrum', month: '2026-10', file });
  const statement = (await kit.db.query('select max(id)::text as id from partner_statements')).rows[0].id;
  await finance.page(`statement?statement=${statement}`);
  await other.approve((await finance.operate('apply-statement', { statement, reason: 'x' })).json().proposal);
  // Two of the large panel's days are enough.
  const secondDay = new Date(Date.now() - 12 * DAY_MS);
  await rollUpDays(kit.depsAs('worker').database, secondDay);
  await kit.depsAs('console').database.transaction((tx) => rebuildRollups(tx, secondDay));
  const calls = recordPartyCalls(kit.depsAs('console').database, kit.clock);
  reportPartyCall({ party: 'chat', result: 'answered', ms: 1 });
  await calls.stop();
  const waived = { partner: 'cint-match', month: '2026-09', reason: 'x' };
  await other.approve((await finance.operate('waive-statement', waived)).json().proposal);
  const [reported] = (
    await kit.db.query(`
    update partner_events set is_unknown_code = true, raw_code = 'odd', outcome = 'technical'
    where id = (select max(id) from partner_events where partner = 'cint-router' and session_id is not null) returning id`)
  ).rows;
  await finance.page('codes?partner=cint-router&code=odd');
  const mapping = { partner: 'cint-router', code: 'odd', event: String(reported.id), outcome: 'quality', reason: 'x' };
  await other.approve((await finance.operate('map-code', mapping)).json().proposal);
  const uploads = ['settlement', 'settlement?file=2', `statement?statement=${statement}&show=reversed`];
  for (const page of ['today', 'money', 'partners', 'disputes', ...uploads]) await finance.page(page);
  await auditor.page(`audit?search=${did}&account=f1&operation=show&from=2026-01-01&to=2030-01-01`);
  for (const filter of [`search=${did}`, 'account=f1', 'operation=show', 'from=2026-01-01', 'to=2030-01-01', ''])
    for (const cursor of ['', '>1', '<9']) await auditor.page(`audit?${filter}&cursor=${encodeURIComponent(cursor)}`);
  await finance.operate('create-token');
  const { tokens } = await finance.page('sessions');
  await finance.operate('end-session', { id: tokens[0].id });
  const { rows: disputes } = await kit.db.query(
    "select 'D-' || id as dispute from disputes where answered_at is null order by reported_at",
  );
  for (const { dispute } of disputes) {
    await finance.page(`disputes?dispute=${dispute}`);
    await support.operate('open-disputed-card', { dispute, reason: 'x' });
  }
  const { card } = (await support.operate('open-card', { did, reason: 'x' })).json();
  await support.operate('add-note', { panelist: card, text: 'x' });
  await support.page(`people?card=${card}`);
  await support.operate('erase-person', { panelist: card, reason: 'x' });
  await support.post('/sign-out');
  await eraseConsoleLeftovers(kit.depsAs('worker').database, later);
  await app.close();
}

/** Draws a sample for a task, invites, opens a link, reports it as finished, reminds and stops the task. */
export async function workOnTask(kit: Kit): Promise<void> {
  const app = buildConsoleApp(kit.depsAs('console'));
  const fieldwork = await signedInBrowser(kit, app, 'w2', 'fieldwork');
  for (let n = 0; n < 3; n += 1) await registered(kit);
  const rules = 'answer=gender:female&answer=lsm_appliances:tv&ageFrom=18&notAskedInDays=1&quotaRow=gender';
  const sample = `${rules}&finishedWanted=1`;
  const known = { task: 'study', study: `${kit.config.studies.origins[0]}/study` };
  await fieldwork.operate('draw-sample', { ...known, task: 'mistaken', sample });
  await fieldwork.operate('discard-task', { task: 'mistaken', reason: 'x' });
  await fieldwork.operate('save-sample', { name: 'Women', sample });
  await fieldwork.operate('rename-sample', { name: 'Women', to: 'Others' });
  await fieldwork.operate('draw-sample', {
    ...known,
    task: 'soft',
    sample: `${rules}&finishedWanted=2`,
    launch: 'soft',
  });
  await fieldwork.operate('invite-task', { task: 'soft', text: 'A study {link}', people: '1' });
  await queueTaskMessages(kit.depsAs('worker'));
  await deliverMessages(kit.depsAs('worker'), composersOf(kit.depsAs('worker')));
  await fieldwork.page(`sample?${rules.replace('quotaRow', 'quotaRow=age&quotaColumn')}&task=soft`);
  await fieldwork.operate('delete-sample', { name: 'Others' });
  await fieldwork.operate('draw-sample', { ...known, sample });
  await fieldwork.operate('test-task', { task: 'study', text: 'A study {link}', did: kit.config.testDevices[0] });
  await fieldwork.operate('invite-task', { task: 'study', text: 'A study {link}', people: '1' });
  await queueTaskMessages(kit.depsAs('worker'));
  await deliverMessages(kit.depsAs('worker'), composersOf(kit.depsAs('worker')));
  const { rows } = await kit.db.query(`select panelist_id as id, pseudonym from task_invitations where task = 'study'`);
  await kit.app.inject(taskLink('study', tokenOf(kit.vault, 'study', rows[0].id)));
  const signature = signFinished(kit.config.studies.secret, 'study', rows[0].pseudonym);
  await kit.app.inject({
    method: 'POST',
    url: `${taskFinished('study')}?pid=${rows[0].pseudonym}&signature=${signature}`,
  });
  await kit.db.query(`update task_invitations set opened_at = null where task = 'study'`);
  await fieldwork.operate('remind-task', { task: 'study', text: 'A study {link}', people: '1' });
  await fieldwork.operate('continue-task', { task: 'soft', people: '1' });
  await fieldwork.operate('stop-task', { task: 'study', reason: 'x' });
  await fieldwork.page(`sample?${sample}&notInTask=study&task=study`);
  await fieldwork.get('/api/console/tasks/study');
  await app.close();
}

/** What reads the whole panel. */
export async function readWholePanel(kit: Kit): Promise<void> {
  const app = buildConsoleApp(kit.depsAs('console'));
  const fieldwork = await signedInBrowser(kit, app, 'w1', 'fieldwork');
  await countNight(kit.depsAs('worker'), new Date(Date.now() - 13 * DAY_MS));
  await fieldwork.page('sample');
  await fieldwork.page('sample?answer=lsm:5');
  await fieldwork.page('panel?question=lsm_appliances');
  await app.close();
}
