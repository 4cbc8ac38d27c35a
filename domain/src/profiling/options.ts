/*
 * Every option list, in contract order: answers travel as positions, as aligned booleans or as labels, so an option is
 * appended, never moved. Each list says where its wording comes from: the specification, or a named assumption of
 * docs/assumptions.md that the owner can replace here alone.
 */
import { options, withNoneOfTheAbove } from '../questionnaire/definition.ts';

/** Specification. */
export const genders = options({ male: 'Male', female: 'Female' });

/** Specification. */
export const ethnicities = options({
  black: 'Black',
  white: 'White',
  coloured: 'Coloured',
  indian_asian: 'Indian/Asian',
  other: 'Other',
});

const languageLabels = {
  afrikaans: 'Afrikaans',
  english: 'English',
  isindebele: 'isiNdebele',
  isixhosa: 'isiXhosa',
  isizulu: 'isiZulu',
  sepedi: 'Sepedi',
  sesotho: 'Sesotho',
  setswana: 'Setswana',
  siswati: 'siSwati',
  tshivenda: 'Tshivenda',
  xitsonga: 'Xitsonga',
  other: 'Other',
} as const;

/** Assumption: languages. */
export const languages = options(languageLabels);

/** Assumption: languages. */
export const secondLanguages = options({ no: 'No', ...languageLabels });

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
export const provinces = options({
  gauteng: 'Gauteng',
  kwazulu_natal: 'Kwazulu-natal',
  western_cape: 'Western Cape',
  north_west: 'North West',
  eastern_cape: 'Eastern Cape',
  mpumalanga: 'Mpumalanga',
  limpopo: 'Limpopo',
  free_state: 'Free State',
  northern_cape: 'Northern Cape',
  abroad: 'I dont live in South Africa',
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

/** Specification. */
export const settlementTypes = options({ urban: 'Urban', suburban: 'Suburban', rural: 'Rural' });

const incomeBands = {
  under_800: 'Less than R 800',
  from_800: 'R 800 to R 2 500',
  from_2501: 'R 2 501 to R 5 000',
  from_5001: 'R 5 001 to R 8 000',
  from_8001: 'R 8 001 to R 11 000',
  from_11001: 'R 11 001 to R 16 000',
  from_16001: 'R 16 001 to R 20 000',
  from_20001: 'R 20 001 to R 30 000',
  from_30001: 'R 30 001 to R 40 000',
  from_40001: 'R 40 001 to R 50 000',
  from_50001: 'R 50 001 to R 75 000',
  from_75001: 'R 75 001 to R 100 000',
  over_100000: 'More than R100 000',
} as const;

/** Assumption: income-bands. The first three bands and the last are the specification's. */
export const personalIncomes = options({ none: 'No personal income', ...incomeBands });

/** Assumption: income-bands. */
export const householdIncomes = options({ none: 'No household income', ...incomeBands });

/** Assumption: education. The first and the last are the specification's. */
export const educationLevels = options({
  professional: 'Postgraduate professional qualification',
  postgraduate: "Postgraduate degree or diploma (Honours, Master's or Doctorate)",
  degree: "University degree (Bachelor's) or advanced diploma",
  diploma: 'Diploma or national diploma',
  certificate: 'Certificate, trade or artisan training after school (TVET college, N4 to N6)',
  matric: 'Matric / Grade 12',
  some_high_school: 'Some high school (Grade 8 to 11)',
  primary: 'Primary school (Grade 7 or lower)',
  none: 'No formal education',
});

/** Specification. */
export const workStatuses = options({
  full_time: 'Full time',
  part_time: 'Part time (less than 30 hours a week)',
  self_employed: 'Self employed / run own business',
  side_hustle: 'No formal employment but I have a side hustle',
  not_employed: 'Not in paid employment',
  student: 'Student',
});

/** Specification. */
export const maritalStatuses = options({
  single: 'Single',
  married: 'Married',
  living_together: 'Living with a partner',
  divorced: 'Divorced',
  widowed: 'Widowed',
  separated: 'Separated',
});

/** Specification. */
export const groceryInvolvements = options({
  mainly: 'Mainly',
  partly: 'Partly',
  not_involved: 'Not involved in grocery shopping',
});

/** Specification. */
export const houseOwnerships = options({ self: 'personally own', family: 'family own', rent: 'rent' });

const networkLabels = { mtn: 'MTN', vodacom: 'Vodacom', cell_c: 'Cell C', telkom: 'Telkom', other: 'Other' } as const;

/** Specification. */
export const networks = options(networkLabels);

/** Specification. */
export const secondNetworks = options({ ...networkLabels, no_second_sim: 'I do not have a 2nd sim card' });

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

/** Assumption: residential-areas. The specification gives the three in short. */
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

/** Assumption: purchases. */
export const purchases = withNoneOfTheAbove(
  options({
    airtime: 'Airtime or mobile data',
    electricity: 'Prepaid electricity',
    bread: 'Bread',
    staples: 'Maize meal, rice or pasta',
    meat: 'Meat, chicken or fish',
    fruit_vegetables: 'Fresh fruit or vegetables',
    dairy: 'Milk, maas, yoghurt or cheese',
    cereal: 'Breakfast cereal or porridge',
    oil_spreads: 'Cooking oil, margarine or spreads',
    tinned_food: 'Tinned or packet food',
    tea_coffee: 'Tea or coffee',
    cold_drinks: 'Cold drinks, juice or bottled water',
    snacks: 'Chips, biscuits, sweets or chocolate',
    takeaways: 'Takeaways or fast food',
    alcohol: 'Alcoholic drinks',
    tobacco: 'Cigarettes, vapes or other tobacco products',
    cleaning: 'Washing powder or cleaning products',
    paper: 'Toilet paper, tissues or sanitary pads',
    toiletries: 'Soap, toothpaste, deodorant or other toiletries',
    hair_care: 'Hair care products',
    skin_care: 'Skin care products or cosmetics',
    baby: 'Baby products (nappies, formula or baby food)',
    pet_food: 'Pet food',
  }),
);

/** Assumption: financial-services. */
export const financialServices = withNoneOfTheAbove(
  options({
    bank_account: 'Bank account',
    mobile_money: 'Cash-send, eWallet or other mobile money service',
    savings: 'Savings account or investment',
    stokvel: 'Stokvel or savings club',
    credit: 'Credit card or store account',
    loan: 'Personal loan, vehicle finance or home loan',
    funeral_policy: 'Funeral policy or burial society',
    insurance: 'Life, car or household insurance, or medical aid',
  }),
);

/** Assumption: past-year. */
export const pastYearEvents = withNoneOfTheAbove(
  options({
    moved: 'Moved to a new home',
    new_job: 'Started a new job or business',
    studied: 'Started or completed a course of study',
    new_child: 'Had a baby or became the guardian of a child',
    bought_vehicle: 'Bought a car or other vehicle',
    travelled: 'Went on holiday or travelled by air',
  }),
);

/** Assumption: transport. */
export const transportModes = withNoneOfTheAbove(
  options({
    minibus_taxi: 'Minibus taxi',
    bus: 'Bus',
    train: 'Train',
    gautrain: 'Gautrain',
    own_vehicle: 'Own car, bakkie or motorbike (as the driver)',
    passenger: 'Car as a passenger or lift club',
    e_hailing: 'E-hailing (such as Uber, Bolt or inDrive)',
    metered_taxi: 'Metered taxi',
    bicycle: 'Bicycle',
    walking: 'Walking all the way',
    aeroplane: 'Aeroplane',
  }),
);

/** Assumption: reward-programmes. */
export const rewardProgrammes = withNoneOfTheAbove(
  options({
    clicks: 'Clicks ClubCard',
    checkers: 'Checkers Xtra Savings',
    shoprite: 'Shoprite Xtra Savings',
    pick_n_pay: 'Pick n Pay Smart Shopper',
    dis_chem: 'Dis-Chem Benefits',
    woolworths: 'Woolworths WRewards',
    spar: 'SPAR Rewards',
    capitec: 'Capitec Live Better',
    fnb: 'FNB eBucks',
    absa: 'Absa Rewards',
    standard_bank: 'Standard Bank UCount',
    nedbank: 'Nedbank Greenbacks',
    discovery: 'Discovery Vitality',
    vodacom: 'VodaBucks (Vodacom)',
    tfg: 'TFG Rewards',
    edgars: 'Edgars Club',
  }),
);

/** Assumption: loyalty-programmes. */
export const loyaltyProgrammes = withNoneOfTheAbove(
  options({
    myschool: 'MySchool MyVillage MyPlanet',
    makro: 'Makro',
    boxer: 'Boxer',
    game: 'Game',
    builders: 'Builders',
    takealot: 'Takealot',
    exclusive_books: 'Exclusive Books Fanatics',
    toys_r_us: 'Toys R Us or Babies R Us',
    baby_city: 'Baby City',
    jet: 'Jet',
    ackermans: 'Ackermans',
    pep: 'PEP',
    mr_price: 'Mr Price',
    truworths: 'Truworths',
    cape_union_mart: 'Cape Union Mart',
    sportsmans_warehouse: 'Sportsmans Warehouse',
    sorbet: 'Sorbet',
    astron: 'Astron Energy (Caltex) Rewards',
    bp: 'BP Rewards',
    sasol: 'Sasol Rewards',
    shell: 'Shell V+ Rewards',
    totalenergies: 'TotalEnergies Club',
    mtn: 'MTN (YelloBucks)',
    telkom: 'Telkom',
    cell_c: 'Cell C',
    momentum: 'Momentum Multiply',
    old_mutual: 'Old Mutual Rewards',
    sanlam: 'Sanlam Reality',
    investec: 'Investec Rewards',
    tymebank: 'TymeBank',
    spur: 'Spur Family Card',
    kauai: 'Kauai',
    mugg_and_bean: 'Mugg & Bean',
    seattle_coffee: 'Seattle Coffee Company',
    vida: 'Vida e Caffè',
    starbucks: 'Starbucks Rewards',
    bootlegger: 'Bootlegger',
    wimpy: 'Wimpy',
    nandos: "Nando's",
    kfc: 'KFC',
    saa_voyager: 'South African Airways Voyager',
    airlink: 'Airlink Skybucks',
    sun_international: 'Sun International',
    tsogo_sun: 'Tsogo Sun or Southern Sun',
    virgin_active: 'Virgin Active',
    ster_kinekor: 'Ster-Kinekor',
    legacy_lifestyle: 'Legacy Lifestyle',
    another: 'Another loyalty programme',
  }),
);
