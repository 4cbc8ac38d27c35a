/* What a household has, and where it is. */
import { options } from '../../questionnaire/definition.ts';

/** Assumption: appliances. */
export const appliances = options({
  tv: 'TV set',
  swimming_pool: 'Swimming pool',
  dvd_player: 'DVD or Blu-ray player',
  pay_tv: 'Pay TV subscription (such as DStv)',
  air_conditioner: 'Air conditioner (not a fan)',
  computer: 'Computer (desktop or laptop)',
  vacuum_cleaner: 'Vacuum cleaner or floor polisher',
  dishwasher: 'Dishwashing machine',
  washing_machine: 'Washing machine',
  tumble_dryer: 'Tumble dryer',
  home_telephone: 'Home telephone (not a cellphone)',
  deep_freezer: 'Deep freezer (free standing)',
  fridge: 'Fridge or combined fridge/freezer',
  electric_stove: 'Electric stove',
  microwave: 'Microwave oven',
  kitchen_sink: 'Built-in kitchen sink',
  home_security: 'Home security service',
  three_cellphones: '3 or more cellphones in the household',
  two_cellphones: '2 cellphones in the household',
  home_theatre: 'Home theatre system',
  tap_water: 'Tap water in the house or on the plot',
  geyser: 'Hot running water from a geyser',
  flush_toilet: 'Flush toilet inside or outside the house',
  motor_vehicle: 'Motor vehicle in the household',
  one_radio_at_most: 'No radio, or only one radio, in the household (do not count car radios)',
});

/** Assumption: residential-areas. The specification abbreviates the three. */
export const residentialAreas = options({
  urban: 'City, town, suburb or urban township',
  rural: 'Rural area outside Gauteng and the Western Cape',
  none: 'None of the above',
});

/** Assumption: lsm-cities. */
export const lsmCities = options({
  johannesburg: 'Johannesburg',
  soweto: 'Soweto',
  east_rand: 'East Rand (such as Germiston, Benoni, Boksburg, Tembisa)',
  west_rand: 'West Rand (such as Krugersdorp, Randfontein, Carletonville)',
  pretoria: 'Pretoria (including Soshanguve)',
  vaal: 'Vaal (Vereeniging, Vanderbijlpark, Evaton, Sasolburg)',
  cape_town: 'Cape Town',
  cape_town_fringe: 'Cape Town fringe (Paarl, Stellenbosch, Somerset West, Strand)',
  durban: 'Durban',
  pietermaritzburg: 'Pietermaritzburg',
  port_elizabeth: 'Port Elizabeth / Uitenhage',
  east_london: 'East London',
  bloemfontein: 'Bloemfontein',
  kimberley: 'Kimberley',
  welkom: 'Welkom',
  witbank: 'Witbank',
  rustenburg: 'Rustenburg',
  polokwane: 'Polokwane',
  none: 'None of the above',
});
