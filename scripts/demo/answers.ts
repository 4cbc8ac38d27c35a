import { APPLIANCE_WEIGHTS } from '@panel/domain/profiling/lsm';
import {
  domesticWorkers,
  lsmCity,
  ownedAppliances,
  residentialArea,
} from '@panel/domain/profiling/questions/living-standard';
import { FORM_RULES } from '@panel/domain/quality/contradictions';
import type { Answer, Answers, Question } from '@panel/domain/questionnaire/definition';
import type { Random } from './random.ts';

const NAMES = ['Thandi', 'Sipho', 'Lerato', 'Johan', 'Naledi', 'Ayesha', 'Bongani', 'Zanele', 'Pieter', 'Nomsa'];
const SURNAMES = ['Dlamini', 'Nkosi', 'Botha', 'Mokoena', 'Naidoo', 'van Wyk', 'Khumalo', 'Adams', 'Sithole'];

/** The answers by which a household's LSM group is worked out fit together. */
function householdAnswer(random: Random, { id }: Question, wealth: number): Answer | null {
  if (id === ownedAppliances.id)
    return Object.entries(APPLIANCE_WEIGHTS).flatMap(([code, weight]) =>
      random.chance(weight < 0 ? 1 - wealth : wealth ** (weight / 130_000)) ? [code] : [],
    );
  if (id === domesticWorkers.id) return random.chance(wealth ** 4);
  if (id === residentialArea.id && random.chance(0.6 - wealth)) return 'rural';
  return id === lsmCity.id && random.chance(0.7 - wealth) ? 'none' : null;
}

/** Each option is rarer than the one before it. `wealth`, from 0 to 1, decides about the household. */
export function answerTo(random: Random, question: Question, wealth: number): Answer {
  const known = householdAnswer(random, question, wealth);
  if (known !== null) return known;
  switch (question.kind) {
    case 'date':
      return `${2008 - Math.floor(3 + 45 * random.next() ** 1.6)}-0${1 + Math.floor(random.next() * 9)}-1${Math.floor(random.next() * 9)}`;
    case 'text':
      return random.pick(question.id.includes('surname') ? SURNAMES : NAMES);
    case 'yesNo':
    case 'tick':
      return random.chance(0.45);
    case 'one':
      return question.options[random.weighted(question.options.map((_, index) => 1 / (4 + index)))]?.code ?? '';
    case 'many': {
      const chosen = question.options.filter(
        ({ exclusive }, index) => !exclusive && random.chance(0.75 / (1 + index / 6)),
      );
      return (chosen.length > 0 ? chosen : question.options.slice(-1)).map(({ code }) => code);
    }
  }
}

const MAX_TRIES = 100;

/** Asks again what disagrees with other answers. The appliances stay, because the LSM group follows from them. */
export function settle(
  own: Map<Question, Answer>,
  known: Map<string, Answer>,
  ask: (question: Question) => Answer,
): void {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answers: Answers = Object.fromEntries([
      ...known,
      ...[...own].map(([{ id }, answer]) => [id, answer] as const),
    ]);
    const broken = FORM_RULES.filter(({ questions, isBroken }) => {
      const given = questions.map((id) => answers[id]);
      return given.every((answer) => answer !== undefined) && isBroken(given);
    });
    if (broken.length === 0) return;
    for (const question of own.keys())
      if (
        question.id !== ownedAppliances.id &&
        !known.has(question.id) &&
        broken.some(({ questions }) => questions.includes(question.id))
      )
        own.set(question, ask(question));
  }
}
