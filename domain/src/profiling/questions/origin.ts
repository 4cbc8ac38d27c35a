import { question } from '../../questionnaire/definition.ts';
import * as list from '../options/origin.ts';

export const nationality = question({
  id: 'nationality',
  label: 'What is your nationality?',
  kind: 'one',
  wire: 'label',
  shown: 'select',
  options: list.countries,
});

export const closestCity = question({
  id: 'closest_city',
  label: 'Which city or town is closest to you?',
  kind: 'one',
  wire: 'label',
  shown: 'select',
  options: list.closestCities,
});

export const firstNetwork = question({
  id: 'cellular_network_1',
  label: 'Which mobile network do you use?',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.networks,
});

export const secondNetwork = question({
  id: 'cellular_network_2',
  label: 'Which network is your 2nd sim card on?',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.secondNetworks,
});
