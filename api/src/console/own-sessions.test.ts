import { MAX_SESSION_MS, type Role } from '@panel/domain/console/pages';
import { addMs, MINUTE_MS } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { buildProgram, runSubcommand } from '../commands.ts';
import { endWithoutRole, signIn as startSignIn } from './accounts.ts';
import { auditOf, type Browser, browser, useConsole } from './console.testing.ts';

const { kit, app, signIn } = useConsole();
beforeEach(() => kit().clock.set(NOW));

const isSignedIn = async (browser: Browser) => (await browser.get('/api/console/session')).statusCode === 200;
const tokenOf = async (browser: Browser, label?: string): Promise<string> =>
  (await browser.operate('create-token', label ? { label } : {})).json().token;

/** Runs a command with a token; returns the refusal, or what it printed. */
async function run(token: string, ...line: string[]): Promise<string> {
  const printed: string[] = [];
  const terminal = {
    print: (text: string) => void printed.push(text),
    prompt: async () => '',
    progress: () => {},
    alarm: () => {},
  };
  const program = buildProgram((subcommand, options) =>
    runSubcommand(subcommand, kit().depsAs('console'), { ...options, token }, terminal),
  );
  return program.parseAsync(line, { from: 'user' }).then(
    () => printed.join('\n'),
    ({ message }: Error) => message,
  );
}

describe('T27: the page of one’s sessions', () => {
  it('lists the sessions and tokens that still run, and none of another person', async () => {
    const [one, other] = [await signIn('support-5', 'support'), await signIn('support-5', 'support')];
    await signIn('support-6', 'support');
    await tokenOf(one, 'Settlement upload');
    await tokenOf(other);
    const { sessions, tokens } = await one.page('sessions');
    expect(sessions).toHaveLength(2);
    expect(sessions.filter((each: { isCurrent: boolean }) => each.isCurrent)).toMatchObject([
      { startedAt: NOW.toISOString(), endsAt: addMs(NOW, MAX_SESSION_MS).toISOString() },
    ]);
    expect(tokens.map(({ label, isCurrent }: { label: string; isCurrent: boolean }) => [label, isCurrent])).toEqual(
      expect.arrayContaining([
        ['Settlement upload', true],
        [null, false],
      ]),
    );
    // The token opens the console as its owner, so it must not be in the page.
    expect(JSON.stringify({ sessions, tokens })).not.toContain(one.cookie.slice('console='.length));
    kit().clock.set(addMs(NOW, 29 * MINUTE_MS));
    expect(await isSignedIn(one)).toBe(true);
    kit().clock.set(addMs(NOW, 31 * MINUTE_MS));
    const later = await one.page('sessions');
    expect([later.sessions.length, later.tokens.length]).toEqual([1, 0]);
  });

  it('signs one of them out with the tokens made in it, and writes that down', async () => {
    const [one, other] = [await signIn('finance-5', 'finance'), await signIn('finance-5', 'finance')];
    const token = await tokenOf(other);
    expect(await run(token, 'operate', 'freeze-payouts', '--reason', 'x')).toBe('Payouts are frozen.');
    const { sessions } = await one.page('sessions');
    const { id } = sessions.find((each: { isCurrent: boolean }) => !each.isCurrent);
    expect((await one.operate('end-session', { id })).statusCode).toBe(200);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
    expect(await run(token, 'operate', 'freeze-payouts', '--reason', 'x')).toContain('ended');
    expect((await auditOf(kit())).at(-1)).toMatchObject({ actor: 'finance-5', operation: 'end-session' });
    expect((await one.operate('end-session', { id })).json().detail).toBe(
      'This session has ended already, or it isn’t yours.',
    );
  });

  it.each(['support', 'fieldwork', 'finance', 'auditor'] as const)(
    'lets %s end no session of another account or role',
    async (role) => {
      const victim = await signIn('finance-7', 'finance');
      const { id } = (await victim.page('sessions')).sessions[0];
      const answer = await (await signIn(`${role}-8`, role)).operate('end-session', { id });
      expect(answer.statusCode).toBe(409);
      expect(await isSignedIn(victim)).toBe(true);
    },
  );

  it('signs out everywhere, this browser included', async () => {
    const [one, other] = [await signIn('auditor-5', 'auditor'), await signIn('auditor-5', 'auditor')];
    const stranger = await signIn('auditor-6', 'auditor');
    const token = await tokenOf(other);
    expect((await one.operate('end-sessions')).statusCode).toBe(200);
    expect([await isSignedIn(one), await isSignedIn(other), await isSignedIn(stranger)]).toEqual([false, false, true]);
    expect(await run(token, 'operate', 'freeze-payouts', '--reason', 'x')).toContain('ended');
  });
});

describe('T27: one’s recent sign-ins', () => {
  const signInAt = async (at: Date, subject: string, account: string, label: string | null) => {
    const session = {
      subject,
      account,
      role: 'support',
      authenticatedAt: at,
      endsAt: addMs(at, MAX_SESSION_MS),
      label,
    } as const;
    return kit().deps.database.transaction((tx) => startSignIn(tx, session, at));
  };
  const refuseAt = (at: Date, subject: string, account: string) =>
    kit().deps.database.transaction((tx) => endWithoutRole(tx, { subject, account }, at));
  const later = (minutes: number) => addMs(NOW, minutes * MINUTE_MS);

  it('have the browser and the refused ones, newest first, and none of another person', async () => {
    await signInAt(NOW, 'idp-thandi', 'thandi', null);
    await refuseAt(later(1), 'idp-thandi', 'thandi');
    await signInAt(later(2), 'idp-other', 'other', 'Safari on macOS');
    const token = await signInAt(later(3), 'idp-thandi', 'thandi', 'Chrome on Windows');
    kit().clock.set(later(3));
    const { signIns } = await browser(kit(), app(), `console=${token}`).page('sessions');
    expect(signIns).toEqual([
      { at: later(3).toISOString(), isRefused: false, reason: 'support, Chrome on Windows' },
      { at: later(1).toISOString(), isRefused: true, reason: 'No role, or more than one' },
      { at: NOW.toISOString(), isRefused: false, reason: 'support' },
    ]);
    const { entries } = await (await signIn('auditor-5', 'auditor')).page('audit?search=thandi');
    expect(entries.rows[1]).toMatchObject({ what: 'Sign-in refused', kind: 'system', account: 'thandi' });
  });

  it('name no account in the audit that never signed in, or that has another person’s name', async () => {
    await signInAt(NOW, 'idp-lindiwe', 'lindiwe', null);
    await refuseAt(later(1), 'idp-stranger', 'stranger');
    await refuseAt(later(2), 'idp-stranger', 'lindiwe');
    const refused = (await auditOf(kit())).filter(({ operation }) => operation === 'sign-in-refused');
    expect(refused.filter(({ actor }) => actor === 'stranger' || actor === 'lindiwe')).toEqual([]);
  });
});

describe('T27: the command that ends an account’s sign-ins', () => {
  const end = async (role: Role, account: string) =>
    run(
      await tokenOf(await signIn(`${role}-9`, role)),
      'sign-ins',
      'end',
      '--account',
      account,
      '--reason',
      'lost laptop',
    );

  it('ends those of the same role, and not those of another', async () => {
    const [finance, support] = [await signIn('finance-11', 'finance'), await signIn('support-11', 'support')];
    expect(await end('support', 'finance-11')).toBe('You can only end the sign-ins of accounts with your own role.');
    expect(await isSignedIn(finance)).toBe(true);
    expect(await end('support', 'support-11')).toBe('1 session ended, 0 proposals withdrawn.');
    expect(await isSignedIn(support)).toBe(false);
  });
});
