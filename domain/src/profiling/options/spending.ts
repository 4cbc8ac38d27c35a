/* What a panelist buys, owns and pays. */
import { options, withNoneOfTheAbove } from '../../questionnaire/definition.ts';

/** Specification. */
export const houseOwnerships = options({ self: 'personally own', family: 'family own', rent: 'rent' });

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
