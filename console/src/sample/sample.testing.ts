import type { SamplePageData } from '@panel/domain/console/sample-page';
import { HOUR_MS } from '@panel/domain/durations';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { NOW, series } from '../clock.testing.ts';
import { PROVINCES } from '../panel/panel.testing.ts';

export const SAMPLE: SamplePageData = {
  at: NOW,
  questions: [
    { ...LSM, hasOneAnswer: true, options: [...LSM.options] },
    {
      id: 'province',
      label: 'Province',
      hasOneAnswer: true,
      options: PROVINCES.map(([label]) => ({ code: label.toLowerCase().replaceAll(' ', '-'), label })),
    },
    {
      id: 'network',
      label: 'Network 1',
      hasOneAnswer: true,
      options: ['MTN', 'Vodacom', 'Telkom'].map((label) => ({ code: label.toLowerCase(), label })),
    },
  ],
  tasks: [
    { task: 'brd-114', createdAt: NOW, state: 'drawn', drawn: 1_926, sent: 0, opened: 0, finished: 0 },
    {
      task: 'brd-109',
      createdAt: '2026-11-09T12:00:00.000Z',
      state: 'sent',
      drawn: 800,
      sent: 782,
      opened: 431,
      finished: 296,
    },
  ],
  taskNames: ['brd-114', 'brd-109', 'brd-104'],
  narrowing: [
    { rule: 'everybody', label: 'On the panel', people: 20_412 },
    { rule: 'answer', label: 'Network 1: MTN or Vodacom', people: 9_687 },
    { rule: 'answer', label: 'Province: Gauteng or Kwazulu-natal', people: 9_302 },
    { rule: 'age', label: 'Age 25 to 49', people: 5_874 },
    { rule: 'contactable', label: 'Approved, opted in and active in 12 months', people: 3_687 },
    { rule: 'not-asked', label: 'Not asked in the last 14 days', people: 2_941 },
    { rule: 'contacts', label: 'Fewer than 3 contacts this week', people: 2_517 },
    { rule: 'not-in-task', label: 'Did not take part in brd-104', people: 2_318 },
  ],
  finishShare: 0.31,
  draw: { everyone: 1_926, soft: 194 },
  quota: {
    row: { id: 'gender', label: 'Gender' },
    column: { id: 'province', label: 'Province' },
    columns: [
      { code: 'gauteng', label: 'Gauteng' },
      { code: 'kwazulu_natal', label: 'Kwazulu-natal' },
    ],
    rows: [
      {
        code: 'female',
        label: 'Female',
        cells: [
          { wanted: 195, needed: 630, available: 780 },
          { wanted: 110, needed: 356, available: 450 },
        ],
      },
      {
        code: 'male',
        label: 'Male',
        cells: [
          { wanted: 185, needed: 598, available: 689 },
          { wanted: 110, needed: 356, available: 342 },
        ],
      },
    ],
  },
  studyOrigins: ['https://studies.example'],
  contactsPerWeek: 3,
  saved: [
    {
      name: 'Parents, Gauteng and KZN',
      query: 'answer=province%3Agauteng&ageFrom=25&ageTo=49',
      rules: [
        { label: 'Province', value: 'Gauteng' },
        { label: 'Age', value: '25 to 49' },
      ],
      savedBy: 'fieldwork-1',
      savedAt: NOW,
    },
    { name: 'Old network', query: 'answer=network%3Acellc', rules: null, savedBy: 'fieldwork-2', savedAt: NOW },
  ],
  sendingHours: { from: '08:00', to: '20:00' },
  canTest: true,
  task: {
    task: 'brd-109',
    state: 'sent',
    seed: 20_261_109,
    rules: [
      { label: 'Province', value: 'Gauteng or Limpopo' },
      { label: 'Age', value: '18 to 49' },
    ],
    query: 'answer=province%3Agauteng&answer=province%3Alimpopo&ageFrom=18&ageTo=49',
    softPeople: null,
    continueAt: null,
    text: 'What is on your table in the morning?',
    sendAt: '2026-11-10T07:00:00.000Z',
    remindAt: '2026-11-12T07:00:00.000Z',
    drawn: 800,
    nextSend: null,
    figures: { sent: 782, opened: 431, finished: 296, dropped: 62, 'left-out': 18, reminded: 492 },
    openedBeforeReminder: 290,
    progress: series(21, (index) => ({
      at: new Date(Date.parse('2026-11-10T07:00:00.000Z') + index * 6 * HOUR_MS).toISOString(),
      sent: Math.min(782, index * 400),
      opened: Math.round(index < 8 ? 290 * (1 - 0.6 ** index) : 431 - 141 * 0.7 ** (index - 8)),
      finished: Math.round(296 * (1 - 0.8 ** index)),
      dropped: Math.round(62 * (1 - 0.8 ** index)),
      'left-out': 18,
      reminded: index < 8 ? 0 : 492,
    })),
  },
};
