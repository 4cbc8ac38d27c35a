import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOLDEN } from '../golden.ts';
import { QUESTIONNAIRES } from '../questionnaires.ts';
import { decode } from './decode.ts';
import { type Answer, type Ask, type Questionnaire, sentAsksOf } from './definition.ts';
import { encode } from './encode.ts';

const TODAY = '2026-11-15';
const goldens = Object.entries(GOLDEN);

/** With every label and hint replaced. */
const inOtherWords = (definition: Questionnaire): Questionnaire =>
  JSON.parse(
    JSON.stringify(definition, (key, value) => (['label', 'title', 'hint'].includes(key) ? `«${value}»` : value)),
  );

describe('A6, Q6: golden payloads', () => {
  it.each(goldens)('%s encodes to its payload', (_, { definition, did, answers, payload }) => {
    expect(encode(definition, did, answers)).toEqual(payload);
  });

  it.each(goldens)('%s decodes to its answers', (_, { definition, did, answers, payload }) => {
    expect(decode(definition, payload, TODAY)).toEqual({ did, answers });
  });

  it.each(goldens)('%s is sent the same, whatever words are shown', (_, { definition, did, answers, payload }) => {
    const translated = inOtherWords(definition);
    expect(JSON.stringify(translated)).not.toBe(JSON.stringify(definition));
    expect(encode(translated, did, answers)).toEqual(payload);
    expect(decode(translated, payload, TODAY)).toEqual({ did, answers });
  });

  it('answers every question that is sent', () => {
    for (const [, { definition, answers }] of goldens)
      expect(Object.keys(answers).sort()).toEqual(
        sentAsksOf(definition)
          .map((ask) => ask.question.id)
          .sort(),
      );
  });
});

/** Any answer that a panelist may give to a question. */
function answerTo({ question, required }: Ask): fc.Arbitrary<Answer> {
  switch (question.kind) {
    case 'text':
      return fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .map((text) => `N${text}`.trim())
        .filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text));
    case 'date':
      return fc
        .date({ min: new Date('1927-11-15'), max: new Date('2008-11-15'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case 'yesNo':
    case 'tick':
      return fc.boolean();
    case 'one':
      return fc.constantFrom(...question.options.map((option) => option.code));
    case 'many':
      return fc.subarray(
        question.options.map((option) => option.code),
        { minLength: required && !question.noneOfThese ? 1 : 0 },
      );
  }
}

describe('a round trip keeps every answer', () => {
  it.each(QUESTIONNAIRES.map((definition) => [definition.id, definition] as const))(
    '%s: decode of encode is the identity',
    (_, definition) => {
      const answers = fc.record(
        Object.fromEntries(sentAsksOf(definition).map((ask) => [ask.question.id, answerTo(ask)])),
      );
      fc.assert(
        fc.property(answers, (given) => {
          const sent = JSON.parse(JSON.stringify(encode(definition, 'some-did-1', given)));
          expect(decode(definition, sent, TODAY)).toEqual({ did: 'some-did-1', answers: given });
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('S3: faults of a payload', () => {
  const { definition, payload } = GOLDEN.registration;
  const broken = (change: (body: never) => void) => {
    const body = structuredClone(payload);
    change(body as never);
    return decode(definition, body, TODAY);
  };

  it('are all reported at once, each with its field', () => {
    const result = broken((body: { account: Record<string, unknown>; profile: Record<string, unknown> }) => {
      body.account.dob = '2009-11-15';
      body.account.surname = undefined;
      body.profile.province = 'Gauteng';
      body.profile.shopping = 3;
      body.profile.status = 'approved';
    });
    expect(result).toEqual({
      faults: expect.arrayContaining([
        { path: 'account.dob', code: 'tooYoung' },
        { path: 'account.surname', code: 'wrongType' },
        { path: 'profile.province', code: 'notAnOption' },
        { path: 'profile.shopping', code: 'wrongType' },
        { path: 'profile.status', code: 'unknownField' },
      ]),
    });
  });

  it('count a missing block once', () => {
    const result = broken((body: { questionnaire_response?: unknown }) => {
      delete body.questionnaire_response;
    });
    expect(result).toEqual({ faults: [{ path: 'questionnaire_response', code: 'required' }] });
  });

  it.each([[null], [undefined], ['text'], [7], [[]], [[payload]], [{}], [{ other: {} }]])(
    '%j is not the payload at all',
    (body) => {
      expect(decode(definition, body, TODAY)).toBe('not-the-payload');
    },
  );

  it('ignores answers on a prototype', () => {
    const body = Object.create(payload);
    expect(decode(definition, body, TODAY)).toBe('not-the-payload');
  });

  it('accepts appliance positions in any order but not twice, and stores them in list order', () => {
    const positions = (value: unknown) =>
      broken((body: { questionnaire_response: Record<string, unknown> }) => {
        body.questionnaire_response.lsm_appliances = value;
      });
    expect(positions([3, 1])).toMatchObject({ answers: { lsm_appliances: ['tv', 'dvd_player'] } });
    expect(positions([])).toMatchObject({ answers: { lsm_appliances: [] } });
    expect(positions([1, 1])).toEqual({
      faults: [{ path: 'questionnaire_response.lsm_appliances', code: 'repeated' }],
    });
  });
});

describe('tick lists', () => {
  const empty = (length: number) => Array.from({ length }, () => false);

  it('Q2: a quarterly group with nothing ticked is not answered', () => {
    const body = structuredClone(GOLDEN.quarterly.payload) as { profiling: Record<string, unknown> };
    body.profiling.transport = empty(12);
    expect(decode(GOLDEN.quarterly.definition, body, TODAY)).toEqual({
      faults: [{ path: 'profiling.transport', code: 'required' }],
    });
  });

  it('Q3: a second-round group with nothing ticked always counts as answered', () => {
    const body = structuredClone(GOLDEN.secondRound.payload) as { profiling: Record<string, unknown> };
    Object.assign(body.profiling, {
      lastmonthpurchase: empty(24),
      financial_services: empty(9),
      past_year: empty(7),
    });
    expect(decode(GOLDEN.secondRound.definition, body, TODAY)).toMatchObject({
      answers: { lastmonthpurchase: [], financial_services: [], past_year: [] },
    });
  });
});
