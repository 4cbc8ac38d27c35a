import { expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import { enterSurvey } from './partners.testing.ts';

const kit = useKit();

it('S6: a link to Cint Match carries the router’s pseudonym only if that is switched on', async () => {
  const did = await registered(kit());
  const { url: without } = await enterSurvey(kit(), 'cint-match', did);
  expect(without).not.toContain('ys_uuid');
  const match = kit().deps.config.partners['cint-match'];
  Object.assign(match, { sendsRouterPid: true });
  const { url } = await enterSurvey(kit(), 'cint-match', did);
  Object.assign(match, { sendsRouterPid: false });
  const { pid } = await enterSurvey(kit(), 'cint-router', did);
  expect(new URL(url).searchParams.get('ys_uuid')).toBe(pid);
  expect(url).toMatch(/&ys_uuid=[^&]+&hash=[^&]+$/);
});
