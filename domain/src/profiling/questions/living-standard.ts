import { question, TICK_ALL } from '../../questionnaire/definition.ts';
import * as list from '../options/living-standard.ts';

// The living-standard measure (LSM): what a household has says more about how it lives than what it earns.

export const ownedAppliances = question({
  id: 'lsm_appliances',
  label: 'Which of these does your household have?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'positions',
  options: list.appliances,
  noneOfThese: 'None of these',
});

export const housing = question({
  id: 'lsm_housing',
  label: 'Do you live in a house, cluster house or town house?',
  kind: 'yesNo',
  wire: 'oneTwo',
});

export const domesticWorkers = question({
  id: 'lsm_domestic_workers',
  label:
    'Does your household have any domestic workers or household helpers, live-in or part-time, including gardeners?',
  kind: 'yesNo',
  wire: 'oneTwo',
});

export const residentialArea = question({
  id: 'lsm_residential_area',
  label: 'Which of these best describes where you live?',
  kind: 'one',
  wire: 'position',
  shown: 'radio',
  options: list.residentialAreas,
});

export const lsmCity = question({
  id: 'lsm_city',
  label: 'Do you live in or around one of these cities?',
  kind: 'one',
  wire: 'position',
  shown: 'select',
  options: list.lsmCities,
});

// The socio-economic measure (SEM), its successor: six questions answered by yes or no.

export const kitchenSink = question({
  id: 'kitchen_sink',
  label: 'Built-in kitchen sink',
  kind: 'yesNo',
  wire: 'boolean',
});

export const flushToilet = question({
  id: 'flush_toilet',
  label: 'Flush toilet inside the house',
  kind: 'yesNo',
  wire: 'boolean',
});

export const homeSecurity = question({
  id: 'home_security',
  label: 'Home security service',
  kind: 'yesNo',
  wire: 'boolean',
});

export const microwave = question({ id: 'microwave', label: 'Microwave oven', kind: 'yesNo', wire: 'boolean' });

export const motorCar = question({ id: 'motor_car', label: 'Motor car', kind: 'yesNo', wire: 'boolean' });

export const postOffice = question({
  id: 'sem_post_office',
  label: 'Is there a post office near where you live?',
  kind: 'yesNo',
  wire: 'boolean',
});
