/* Where a panelist is from, and the phone in hand. */
import { options } from '../../questionnaire/definition.ts';

/** Specification. */
export const countries = options({
  south_africa: 'South Africa',
  angola: 'Angola',
  botswana: 'Botswana',
  lesotho: 'Lesotho',
  madagascar: 'Madagascar',
  malawi: 'Malawi',
  mozambique: 'Mozambique',
  namibia: 'Namibia',
  swaziland: 'Swaziland',
  zambia: 'Zambia',
  zimbabwe: 'Zimbabwe',
  elsewhere_in_africa: 'Another country in Africa',
  outside_africa: 'Outside of Africa',
});

/** Specification. */
export const closestCities = options({
  port_elizabeth: 'Port Elizabeth',
  east_london: 'East London',
  uitenhage: 'Uitenhage',
  bloemfontein: 'Bloemfontein',
  welkom: 'Welkom',
  botshabelo: 'Botshabelo',
  sasolburg: 'Sasolburg',
  johannesburg: 'Johannesburg',
  pretoria: 'Pretoria',
  soshanguve: 'Soshanguve',
  evaton: 'Evaton',
  vereeniging: 'Vereeniging',
  carletonville: 'Carletonville',
  durban: 'Durban',
  pietermaritzburg: 'Pietermaritzburg',
  newcastle: 'Newcastle',
  stanger: 'Stanger',
  ladysmith: 'Ladysmith',
  polokwane: 'Polokwane',
  thohoyandou: 'Thohoyandou',
  witbank: 'Witbank',
  middelburg: 'Middelburg',
  embalenhle: 'Embalenhle',
  kimberley: 'Kimberley',
  upington: 'Upington',
  rustenburg: 'Rustenburg',
  klerksdorp: 'Klerksdorp',
  potchefstroom: 'Potchefstroom',
  orkney: 'Orkney',
  cape_town: 'Cape Town',
  paarl: 'Paarl',
  somerset_west: 'Somerset West',
  george: 'George',
  other: 'Other',
});

const networkLabels = { mtn: 'MTN', vodacom: 'Vodacom', cell_c: 'Cell C', telkom: 'Telkom', other: 'Other' } as const;

/** Specification. */
export const networks = options(networkLabels);

/** Specification. */
export const secondNetworks = options({ ...networkLabels, no_second_sim: 'I do not have a 2nd sim card' });
