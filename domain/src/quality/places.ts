/** Which cities can't be near a province. The closest city may lie across a border, so a province next to it also fits. */
import type { Answer } from '../questionnaire/definition.ts';

type Province =
  | 'gauteng'
  | 'kwazulu_natal'
  | 'western_cape'
  | 'north_west'
  | 'eastern_cape'
  | 'mpumalanga'
  | 'limpopo'
  | 'free_state'
  | 'northern_cape';

const NEXT_TO: Readonly<Record<Province, readonly Province[]>> = {
  gauteng: ['limpopo', 'mpumalanga', 'free_state', 'north_west'],
  kwazulu_natal: ['mpumalanga', 'free_state', 'eastern_cape'],
  western_cape: ['northern_cape', 'eastern_cape'],
  north_west: ['gauteng', 'limpopo', 'free_state', 'northern_cape'],
  eastern_cape: ['western_cape', 'northern_cape', 'free_state', 'kwazulu_natal'],
  mpumalanga: ['gauteng', 'limpopo', 'free_state', 'kwazulu_natal'],
  limpopo: ['gauteng', 'mpumalanga', 'north_west'],
  free_state: ['gauteng', 'mpumalanga', 'kwazulu_natal', 'eastern_cape', 'northern_cape', 'north_west'],
  northern_cape: ['western_cape', 'eastern_cape', 'free_state', 'north_west'],
};

/** Of the two lists of cities. 'Other' and 'None of the above' are in no province. */
const CITIES: Readonly<Record<Province, readonly string[]>> = {
  gauteng: [
    'johannesburg',
    'soweto',
    'east_rand',
    'west_rand',
    'pretoria',
    'vaal',
    'soshanguve',
    'evaton',
    'vereeniging',
    'carletonville',
  ],
  kwazulu_natal: ['durban', 'pietermaritzburg', 'newcastle', 'stanger', 'ladysmith'],
  western_cape: ['cape_town', 'cape_town_fringe', 'paarl', 'somerset_west', 'george'],
  north_west: ['rustenburg', 'klerksdorp', 'potchefstroom', 'orkney'],
  eastern_cape: ['port_elizabeth', 'east_london', 'uitenhage'],
  mpumalanga: ['witbank', 'middelburg', 'embalenhle'],
  limpopo: ['polokwane', 'thohoyandou'],
  free_state: ['bloemfontein', 'welkom', 'botshabelo', 'sasolburg'],
  northern_cape: ['kimberley', 'upington'],
};

const isProvince = (answer: Answer | undefined): answer is Province =>
  typeof answer === 'string' && Object.hasOwn(CITIES, answer);
const PROVINCE_OF: ReadonlyMap<Answer | undefined, Province> = new Map(
  Object.entries(CITIES).flatMap(([province, cities]) =>
    isProvince(province) ? cities.map((city) => [city, province] as const) : [],
  ),
);

/** False if the answer names no province or no city. */
export function areFarApart(province: Answer | undefined, city: Answer | undefined): boolean {
  const cityProvince = PROVINCE_OF.get(city);
  if (!isProvince(province) || !cityProvince) return false;
  return cityProvince !== province && !NEXT_TO[province].includes(cityProvince);
}

/** Pretoria and the Vaal reach into other provinces. */
const WHOLLY_INSIDE = ['johannesburg', 'soweto', 'east_rand', 'west_rand', 'cape_town', 'cape_town_fringe'];

export const isInsideGautengOrWesternCape = (city: Answer | undefined): boolean =>
  typeof city === 'string' && WHOLLY_INSIDE.includes(city);
