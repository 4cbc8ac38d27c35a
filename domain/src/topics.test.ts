import { describe, expect, it } from 'vitest';
import { GOLDEN } from './golden.ts';
import { marketing, partnerComms } from './profiling/questions/agreements.ts';
import { sentAsksOf } from './questionnaire/definition.ts';
import { QUESTIONNAIRES } from './questionnaires.ts';
import { knownTopics, TOPICS } from './topics.ts';

/** The page shows these separately. */
const CONSENTS = [marketing, partnerComms];

describe('the topics', () => {
  it('Y1: have every question that is stored, each once, except the consents', () => {
    const stored = QUESTIONNAIRES.flatMap((definition) => sentAsksOf(definition).map(({ question }) => question.id));
    const shown = [...TOPICS.flatMap(({ questions }) => questions), ...CONSENTS].map(({ id }) => id);
    expect(shown.sort()).toEqual([...new Set(stored)].sort());
  });

  it('Y1: show the questions’ words, the last day, and each form that asks one of them again', () => {
    const answers = { ...GOLDEN.registration.answers, ...GOLDEN.quarterly.answers, lsm_appliances: [] };
    const times = { registration: new Date('2026-03-03T21:59:00Z'), quarterly: new Date('2026-09-02T22:00:00Z') };
    const [you, home, work, , buy] = knownTopics(answers, times);
    expect(you).toEqual({
      title: 'You',
      answeredAt: '2026-03-03T21:59:00.000Z',
      answers: [
        { question: 'First name', answer: 'Nomvula' },
        { question: 'Surname', answer: 'Dlamini-van Wyk' },
        { question: 'Gender', answer: 'Female' },
        { question: 'Date of birth', answer: '27 April 1994' },
        { question: 'First language', answer: expect.any(String) },
        { question: 'Second language', answer: expect.any(String) },
        { question: 'Ethnicity', answer: expect.any(String) },
      ],
      corrections: ['date-of-birth', 'first-language', 'contact'],
    });
    expect(home?.corrections).toEqual(['yearly', 'quarterly']);
    expect(work?.answeredAt).toBe('2026-09-02T22:00:00.000Z');
    expect(buy?.answers[0]?.answer).toMatch(/^[A-Z].*; /);
    expect(knownTopics(answers, times)[3]?.answers).toContainEqual({
      question: 'Which of these does your household have?',
      answer: 'None of these',
    });
  });

  it('Y1: show the LSM group that we worked out, if it is known', () => {
    const line = { question: expect.stringContaining('Living standard (LSM)'), answer: 'Group 7 of 10' };
    const homeOf = (group: number | null) =>
      knownTopics(GOLDEN.registration.answers, {}, group).find(({ title }) => title === 'Family and home')?.answers;
    expect(homeOf(7)).toContainEqual(line);
    expect(homeOf(null)).toEqual(homeOf(7)?.slice(0, -1));
  });

  it('Y1: leave out a topic without an answer', () => {
    expect(knownTopics({ gender: 'female' }, {}).map(({ title, corrections }) => [title, corrections])).toEqual([
      ['You', ['contact']],
    ]);
  });
});
