import type { Answer, Question } from '@panel/domain/questionnaire/definition';
import type { Random } from './random.ts';

const NAMES = ['Thandi', 'Sipho', 'Lerato', 'Johan', 'Naledi', 'Ayesha', 'Bongani', 'Zanele', 'Pieter', 'Nomsa'];
const SURNAMES = ['Dlamini', 'Nkosi', 'Botha', 'Mokoena', 'Naidoo', 'van Wyk', 'Khumalo', 'Adams', 'Sithole'];

/** Each option is rarer than the one before it. */
export function answerTo(random: Random, question: Question): Answer {
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
