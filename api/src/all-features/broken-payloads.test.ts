import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { sentAsksOf } from '@panel/domain/questionnaire/definition';
import { FORM_FAULTS } from '@panel/domain/wording';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Broken, brokenVariants, NOT_JSON } from '../../test/broken.ts';
import { contents, goldenFor, newDid, registered, rowCounts, SUBMISSION_CALLS, useKit } from '../../test/kit.ts';

const kit = useKit();

/** Faults that a person's answer can have: the detail then names only the question. */
const ANSWER_FAULTS: readonly string[] = Object.values(FORM_FAULTS).filter((text) => text !== FORM_FAULTS.required);

describe.each(SUBMISSION_CALLS)('S2, S3: a broken %s payload', (name, method, url) => {
  const definition: Questionnaire = GOLDEN[name].definition;
  const labels = new Map(sentAsksOf(definition).map(({ path, question }) => [path, question.label]));
  let did = '';
  let variants: Broken[] = [];

  beforeAll(async () => {
    did = name === 'registration' ? newDid() : await registered(kit());
    variants = brokenVariants(definition, goldenFor(name, did));
  });

  const send = (payload: unknown, contentType = 'application/json') =>
    kit().app.inject({
      method,
      url,
      headers: { 'content-type': contentType },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  it('is refused with a detail that names the field, in at least forty ways, and stores nothing', async () => {
    const before = [await rowCounts(kit()), await contents(kit())];
    expect(variants.length).toBeGreaterThanOrEqual(40);
    for (const { name: variant, body, status, field } of variants) {
      const answer = await send(body);
      const problem = answer.json();
      expect([variant, answer.statusCode], answer.body).toEqual([variant, status]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(problem).toMatchObject({ status, code: status === 422 ? 'not-the-payload' : 'invalid-payload' });
      expect(problem.detail.length).toBeGreaterThan(10);
      if (field) {
        expect(problem.errors.map((error: { field: string }) => error.field)).toContain(field);
        const isAnswerFault = ANSWER_FAULTS.includes(problem.errors[0].message);
        expect(problem.detail).toContain(isAnswerFault ? `${labels.get(field)}: ` : field);
        if (isAnswerFault) expect(problem.detail).not.toContain(field);
      }
    }
    expect([await rowCounts(kit()), await contents(kit())]).toEqual(before);
  });

  it.each(NOT_JSON)('400: %s is not JSON', async (_, body) => {
    const before = await contents(kit());
    const answer = await send(body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-json']);
    expect(await contents(kit())).toEqual(before);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'nonsense',
  ])('415: as %s', async (contentType) => {
    const before = await contents(kit());
    const answer = await send(goldenFor(name, did), contentType);
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported-media-type']);
    expect(await contents(kit())).toEqual(before);
  });

  it('413: over 64 KiB', async () => {
    const answer = await send({ ...goldenFor(name, did), padding: 'x'.repeat(64 * 1024) });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'payload-too-large']);
  });

  it('is accepted once it is valid, also with a charset', async () => {
    const answer = await send(goldenFor(name, did), 'application/json; charset=utf-8');
    expect(answer.statusCode, answer.body).toBe(name === 'registration' ? 201 : 200);
  });
});

describe('S2: a payload with many faults', () => {
  it('gets five of them in the detail and all of them by field', async () => {
    const body = goldenFor('yearly', await registered(kit())) as { profiling: { profile: Record<string, unknown> } };
    for (const field of ['province', 'shopping', 'work_status', 'marital_status', 'closest_city', 'education_level'])
      body.profiling.profile[field] = 'Atlantis';
    const answer = await kit().app.inject({ method: 'PUT', url: api.profiling('yearly'), payload: body });
    expect(answer.json().errors).toHaveLength(6);
    expect(answer.json().detail).toContain('Province (profiling.profile.province): Choose one of the options given.');
    expect(answer.json().detail).toMatch(/And 1 more\.$/);
  });
});
