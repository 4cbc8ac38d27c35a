import { MAX_SESSION_MS, type Role } from '@panel/domain/console/pages';
import { addMs } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { buildProgram, runSubcommand } from '../commands.ts';
import { ENOUGH, payoutForReview, wallet } from '../rewards/rewards.testing.ts';
import * as signIns from './accounts.ts';
import { auditOf, browser, useConsole } from './console.testing.ts';
import { isSameName } from './names.ts';

const { kit, app } = useConsole();

/** Returns null if the sign-in is refused. */
async function signIn(subject: string, account: string, role: Role) {
  const session = { subject, account, role, authenticatedAt: NOW, endsAt: addMs(NOW, MAX_SESSION_MS) };
  const token = await kit().deps.database.transaction((tx) => signIns.signIn(tx, session, NOW));
  return token && browser(kit(), app(), `console=${token}`);
}
async function signedIn(...person: Parameters<typeof signIn>) {
  const session = await signIn(...person);
  if (!session) throw new Error('the sign-in was refused');
  return session;
}

/** Runs a command with a name, as in sandbox mode. */
async function panel(...line: string[]): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const terminal = { print, prompt: async () => '', progress: () => {}, alarm: () => {} };
  const program = buildProgram((subcommand, options) => runSubcommand(subcommand, kit().deps, options, terminal));
  await program.parseAsync([...line, '--as', 'thandi'], { from: 'user' });
  return printed.join('\n');
}

const proposeReturn = async (session: Awaited<ReturnType<typeof signedIn>>, id: string): Promise<string> =>
  (await session.operate('resolve-payout', { id, outcome: 'not-issued', reason: 'asked the issuer' })).json().proposal;

/** Each test uses new names, because a name stays with its subject. */
let count = 0;
let zoe: string;
let sipho: string;
beforeEach(() => {
  kit().clock.set(NOW);
  count += 1;
  [zoe, sipho] = [`Zoë.${count}`, `sipho-${count}`];
});

describe('T27: the open proposals of an operator', () => {
  const people = async () =>
    [await signedIn(`idp-${zoe}`, zoe, 'finance'), await signedIn(`idp-${sipho}`, sipho, 'finance')] as const;

  it('are withdrawn when their sign-ins are ended, with the reason in the list and in the audit log', async () => {
    const { did, id } = await payoutForReview(kit());
    const [proposer, other] = await people();
    const [{ id: secondId }, { id: thirdId }] = [await payoutForReview(kit()), await payoutForReview(kit())];
    const [first, second] = [await proposeReturn(proposer, id), await proposeReturn(proposer, secondId)];
    const others = await proposeReturn(other, thirdId);
    // The spelling of the name doesn't matter.
    const printed = await panel('sign-ins', 'end', '--account', zoe.toUpperCase(), '--reason', 'left the company');
    expect(printed).toBe('1 session ended, 2 proposals withdrawn.');
    expect((await proposer.get('/api/console/session')).statusCode).toBe(401);
    const reason = 'The proposer’s sign-ins were ended: left the company';
    const { proposals, decided } = await other.page('today');
    expect(proposals.map((one: { id: string }) => one.id)).toEqual([others]);
    for (const proposal of [first, second])
      expect(decided).toContainEqual(
        expect.objectContaining({
          id: proposal,
          end: 'withdrawn',
          decidedBy: 'thandi',
          proposedBy: zoe,
          remark: reason,
        }),
      );
    expect((await auditOf(kit())).slice(-3)).toMatchObject([
      { actor: 'thandi', operation: 'resolve-payout', step: 'withdrawn', subject: id, reason },
      { actor: 'thandi', operation: 'resolve-payout', step: 'withdrawn', subject: secondId, reason },
      { actor: 'thandi', operation: 'end-sign-ins', reason: 'left the company' },
    ]);
    expect((await other.approve(first)).statusCode).toBe(409);
    expect((await wallet(kit(), did)).reserved).toBe(ENOUGH);
    await other.refuse(others, 'done');
  });

  it.each(['support', null] as const)(
    'are withdrawn when the identity provider gives them the role %s',
    async (role) => {
      const { did, id } = await payoutForReview(kit());
      const [proposer, other] = await people();
      const proposal = await proposeReturn(proposer, id);
      // Signing in with the same role changes nothing, even after the role's sessions were erased.
      await signedIn(`idp-${zoe}`, zoe, 'finance');
      expect((await other.page('today')).proposals).toHaveLength(1);
      await kit().db.query('delete from operator_sessions where account = $1', [zoe]);
      const person = { subject: `idp-${zoe}`, account: zoe };
      if (role) await signedIn(person.subject, zoe, role);
      else await kit().deps.database.transaction((tx) => signIns.endWithoutRole(tx, person, NOW));
      const remark = role ? 'The proposer’s role changed to support.' : 'The proposer’s account no longer has a role.';
      const { proposals, decided } = await other.page('today');
      expect(proposals).toEqual([]);
      expect(decided).toContainEqual(expect.objectContaining({ id: proposal, end: 'withdrawn', remark }));
      expect(await auditOf(kit())).toContainEqual(
        expect.objectContaining({
          actor: zoe,
          operation: 'resolve-payout',
          step: 'withdrawn',
          subject: id,
          reason: remark,
        }),
      );
      expect((await other.approve(proposal)).statusCode).toBe(409);
      expect((await wallet(kit(), did)).reserved).toBe(ENOUGH);
    },
  );
});

describe('T27: an operator’s name', () => {
  it('belongs to the first subject who signed in with it, in any spelling, until it is released', async () => {
    await signedIn(`idp-${zoe}`, zoe, 'finance');
    for (const spelling of [zoe, zoe.toLowerCase(), ` ${zoe}`, zoe.normalize('NFD'), `${zoe}\u200b`])
      expect(await signIn('idp-other', spelling, 'support'), spelling).toBeNull();
    expect(await signIn(`idp-${zoe}`, zoe, 'finance')).not.toBeNull();
    await expect(panel('sign-ins', 'release', '--account', 'never there', '--reason', 'x')).rejects.toThrow(
      'Nobody has',
    );
    await panel('sign-ins', 'release', '--account', zoe.toUpperCase(), '--reason', 'another provider');
    expect((await auditOf(kit())).at(-1)).toMatchObject({ operation: 'release-account', reason: 'another provider' });
    expect(await signIn('idp-other', zoe, 'support')).not.toBeNull();
  });

  it('is compared for proposer and approver: the same name is the same person, even with another subject', async () => {
    const { did, id } = await payoutForReview(kit());
    const proposal = await proposeReturn(await signedIn(`idp-${sipho}`, sipho, 'finance'), id);
    await panel('sign-ins', 'release', '--account', sipho, '--reason', 'x');
    const again = await signedIn('idp-second-account', sipho.toUpperCase(), 'finance');
    const listed = (await again.page('today')).proposals;
    expect(listed).toMatchObject([{ id: proposal, own: true, mayApprove: false }]);
    expect((await again.approve(proposal)).json().detail ?? '').toContain('someone else must approve it');
    expect((await wallet(kit(), did)).reserved).toBe(ENOUGH);
    await again.refuse(proposal, 'done');
  });

  it('is in the audit log with the subject, for both people', async () => {
    const { id } = await payoutForReview(kit());
    const [one, two] = [await signedIn(`idp-${zoe}`, zoe, 'finance'), await signedIn(`idp-${sipho}`, sipho, 'finance')];
    expect((await two.approve(await proposeReturn(one, id))).statusCode).toBe(200);
    const { entries } = await (await signedIn('idp-auditor', 'auditor', 'auditor')).page(
      'audit?operation=resolve-payout',
    );
    expect(entries.rows[0]).toMatchObject({ account: `${zoe}, ${sipho}`, accountId: `idp-${zoe}, idp-${sipho}` });
    expect(entries.rows[1]).toMatchObject({ account: zoe, accountId: `idp-${zoe}` });
  });

  it.each([
    ['Thandi', 'thandi', true],
    ['ＴＨＡＮＤＩ', 'thandi', true],
    ['Groß', 'GROSS', true],
    ['thandi m', 'thandim', true],
    ['thandi', 'thandi2', false],
  ])('%s and %s are the same: %s', (one, other, isSame) => {
    expect(isSameName(one, other)).toBe(isSame);
  });
});
