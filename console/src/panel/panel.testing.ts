import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { MONTH_ENDS, series } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

const AGES = ['18–24', '25–34', '35–49', '50 and over'];
export const PROVINCES: readonly (readonly [string, number])[] = [
  ['Gauteng', 6_838],
  ['Kwazulu-natal', 3_919],
  ['Western Cape', 2_409],
  ['Eastern Cape', 1_980],
  ['Limpopo', 1_756],
  ['Mpumalanga', 1_388],
  ['North West', 1_041],
  ['Free State', 817],
  ['Northern Cape', 223],
  ['I dont live in South Africa', 41],
];
const AGE_SHARES = [0.31, 0.39, 0.23, 0.07];

export const PANEL: PanelPageData = {
  countedOn: '2026-11-14',
  status: 'approved',
  size: 20_412,
  sizeBefore30Days: 19_390,
  joinedIn30Days: 1_164,
  active: [
    { days: 7, people: 4_286 },
    { days: 30, people: 9_137 },
    { days: 90, people: 13_904 },
    { days: 365, people: 18_221 },
  ],
  growth: MONTH_ENDS.map((day, index) => ({
    day,
    size: 11_902 + 709 * index,
    activeIn90Days: 7_890 + 501 * index,
    activeIn30Days: 5_010 + 344 * index,
    activeIn7Days: 2_260 + 169 * index,
  })),
  questions: [
    { id: 'lsm', label: 'LSM' },
    { id: 'province', label: 'Province' },
    { id: 'age', label: 'Age' },
    { id: 'network', label: 'Network' },
  ],
  sealed: ['Ethnicity', 'Date of birth'],
  composition: {
    id: 'province',
    label: 'Province',
    hasOneAnswer: true,
    answered: PROVINCES.reduce((sum, [, people]) => sum + people, 0),
    answers: PROVINCES.map(([label, people]) => ({ label, people })),
  },
  crossed: {
    row: { id: 'province', label: 'Province', hasOneAnswer: true },
    column: { id: 'age', label: 'Age', hasOneAnswer: true },
    answered: PROVINCES.reduce((sum, [, people]) => sum + people, 0),
    columns: AGES,
    rows: PROVINCES.map(([label, people]) => ({ label, people: AGE_SHARES.map((part) => Math.round(people * part)) })),
  },
  cohorts: series(12, (index) => {
    const people = 560 + ((index * 137) % 480);
    const kept = [0.77, 0.62, 0.55, 0.5, 0.46, 0.43, 0.41, 0.38, 0.38, 0.36, 0.33];
    return {
      month: (MONTH_ENDS[12 - index] ?? '').slice(0, 7),
      people,
      profiled: Math.round(people * (index === 0 ? 0.5 : 0.84)),
      completed: Math.round(people * Math.min(0.67, 0.25 + 0.14 * index)),
      withdrew: Math.round(people * Math.min(0.37, 0.06 + 0.05 * index)),
      active: kept.slice(0, index).map((part) => Math.round(people * part)),
    };
  }),
};

/** The panel by what people own, of which everybody names several, and by another question of that kind. */
export const PANEL_OF_MANY: PanelPageData = {
  ...PANEL,
  composition: {
    id: 'appliances',
    label: 'Appliances',
    hasOneAnswer: false,
    answered: 100,
    answers: [
      { label: 'TV', people: 100 },
      { label: 'Fridge', people: 90 },
      { label: 'Stove', people: 60 },
    ],
  },
  crossed: {
    row: { id: 'appliances', label: 'Appliances', hasOneAnswer: false },
    column: { id: 'transport', label: 'Transport', hasOneAnswer: false },
    answered: 100,
    columns: ['Taxi', 'Bus'],
    rows: [
      { label: 'TV', people: [80, 40] },
      { label: 'Fridge', people: [75, 35] },
      { label: 'Stove', people: [50, 20] },
    ],
  },
};
/** The panel by LSM group, which is shown first. */
export const PANEL_BY_LSM: PanelPageData = {
  ...PANEL,
  composition: {
    id: 'lsm',
    label: 'LSM',
    hasOneAnswer: true,
    answered: 20_138,
    answers: [204, 331, 902, 2_371, 3_918, 4_825, 3_290, 1_921, 1_474, 902].map((people, index) => ({
      label: String(index + 1),
      people,
    })),
  },
};
/** The same panel filtered by another status. */
export const PANEL_OF_BLOCKED: PanelPageData = {
  ...PANEL,
  status: 'blocked',
  size: 12,
  sizeBefore30Days: 9,
  active: [],
  growth: PANEL.growth.map(({ day }, index) => ({
    day,
    size: index,
    activeIn90Days: null,
    activeIn30Days: null,
    activeIn7Days: null,
  })),
};

export const panelFixture: PageFixture<'panel'> = {
  data: PANEL,
  states: [
    { path: '/panel', heading: 'Panelists by Province' },
    { path: '/panel?view=growth&view=composition&view=crossed&view=cohorts', heading: 'Panelists by Province' },
    { path: '/panel?question=lsm', heading: 'Panelists by LSM', data: PANEL_BY_LSM },
    { path: '/panel?question=appliances', heading: 'Panelists by Appliances', data: PANEL_OF_MANY },
    { path: '/panel?status=blocked', heading: 'Blocked panelists', data: PANEL_OF_BLOCKED },
  ],
};
