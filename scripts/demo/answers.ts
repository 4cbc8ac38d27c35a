/** Answers of people who don't exist: what is true of a person fits together, and everything else is chosen at random. */
import { APPLIANCE_WEIGHTS } from '@panel/domain/profiling/lsm';
import type { Answer, Answers, Question } from '@panel/domain/questionnaire/definition';
import type { Random } from './random.ts';

type Home = { readonly province: string; readonly closest: string; readonly lsm: string; readonly isCity: boolean };
const HOMES: readonly Home[] = [
  { province: 'gauteng', closest: 'johannesburg', lsm: 'johannesburg', isCity: true },
  { province: 'gauteng', closest: 'johannesburg', lsm: 'soweto', isCity: true },
  { province: 'gauteng', closest: 'pretoria', lsm: 'pretoria', isCity: true },
  { province: 'gauteng', closest: 'sasolburg', lsm: 'vaal', isCity: true },
  { province: 'western_cape', closest: 'cape_town', lsm: 'cape_town', isCity: true },
  { province: 'western_cape', closest: 'george', lsm: 'none', isCity: false },
  { province: 'kwazulu_natal', closest: 'durban', lsm: 'durban', isCity: true },
  { province: 'kwazulu_natal', closest: 'newcastle', lsm: 'none', isCity: false },
  { province: 'eastern_cape', closest: 'east_london', lsm: 'east_london', isCity: true },
  { province: 'eastern_cape', closest: 'other', lsm: 'none', isCity: false },
  { province: 'limpopo', closest: 'polokwane', lsm: 'none', isCity: false },
  { province: 'mpumalanga', closest: 'witbank', lsm: 'witbank', isCity: true },
  { province: 'north_west', closest: 'pretoria', lsm: 'none', isCity: false },
  { province: 'free_state', closest: 'bloemfontein', lsm: 'bloemfontein', isCity: true },
  { province: 'northern_cape', closest: 'upington', lsm: 'none', isCity: false },
];

const EDUCATION = ['degree', 'diploma', 'certificate', 'matric', 'matric', 'some_high_school', 'primary'];
const WORK = ['full_time', 'part_time', 'self_employed', 'side_hustle', 'not_employed', 'student'];
const INCOMES = ['from_800', 'from_2501', 'from_5001', 'from_11001', 'from_20001'];
const LANGUAGES = ['isizulu', 'isixhosa', 'afrikaans', 'english', 'sepedi'];

/** The answers that could contradict each other. */
function truthOf({ chance, pick }: Random): Answers {
  const home = pick(HOMES);
  const [vehicle, sink, security, microwave, insideToilet] = [0.35, 0.6, 0.15, 0.6, 0.55].map((share) => chance(share));
  const car = vehicle === true && chance(0.85);
  const items = {
    kitchen_sink: sink,
    home_security: security,
    microwave,
    flush_toilet: insideToilet || chance(0.4),
    motor_vehicle: vehicle,
  };
  const others = ['tv', 'fridge', 'electric_stove', 'tap_water', 'two_cellphones', 'washing_machine'].filter(() =>
    chance(0.7),
  );
  const work = pick(WORK);
  const earns = work === 'full_time' || work === 'part_time' || work === 'self_employed';
  return {
    lsm_appliances: [...others, ...Object.entries(items).flatMap(([code, has]) => (has ? [code] : []))],
    kitchen_sink: sink === true,
    flush_toilet: insideToilet === true,
    home_security: security === true,
    microwave: microwave === true,
    motor_car: car,
    vehicle_ownership: vehicle === true && chance(0.6),
    province: home.province,
    closest_city: home.closest,
    lsm_city: home.lsm,
    lsm_residential_area: home.isCity || chance(0.4) ? 'urban' : home.province === 'western_cape' ? 'none' : 'rural',
    work_status: work,
    personal_monthly_income: pick(earns ? INCOMES : ['none', 'under_800']),
    education_level: pick(EDUCATION),
    parent_of_a_child_under_18: chance(0.45),
    first_language: pick(LANGUAGES),
  };
}

/** Other answers mention these too. */
const COMPARED = ['kitchen_sink', 'home_security', 'microwave', 'flush_toilet', 'motor_vehicle'];

/** The same, with households from every LSM group. */
export function truthByWealth(random: Random): Answers {
  const truth = truthOf(random);
  const wealth = random.next();
  const others = Object.entries(APPLIANCE_WEIGHTS).filter(
    ([code, weight]) => !COMPARED.includes(code) && random.chance(weight < 0 ? 1 - wealth : wealth),
  );
  const compared = COMPARED.filter((code) => [truth.lsm_appliances].flat().includes(code));
  return { ...truth, lsm_appliances: [...compared, ...others.map(([code]) => code)] };
}

const NAMES = ['Thandi', 'Sipho', 'Lerato', 'Johan', 'Naledi', 'Ayesha', 'Bongani', 'Zanele', 'Pieter', 'Nomsa'];
const SURNAMES = ['Dlamini', 'Nkosi', 'Botha', 'Mokoena', 'Naidoo', 'van Wyk', 'Khumalo', 'Adams', 'Sithole'];

/** Any answer. Each option is rarer than the one before it. */
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
