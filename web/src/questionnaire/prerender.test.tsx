import { GOLDEN } from '@panel/domain/golden';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import ApplyScreen from '../panelists/ApplyScreen.tsx';
import DateOfBirthScreen from '../panelists/DateOfBirthScreen.tsx';
import FirstLanguageScreen from '../panelists/FirstLanguageScreen.tsx';
import QuarterlyScreen from '../profiling/QuarterlyScreen.tsx';
import SecondRoundScreen from '../profiling/SecondRoundScreen.tsx';
import YearlyScreen from '../profiling/YearlyScreen.tsx';

const { did } = GOLDEN.quarterly;

it.each([
  ['quarterly', <QuarterlyScreen key="" did={did} />],
  ['second round', <SecondRoundScreen key="" did={did} />],
  ['yearly', <YearlyScreen key="" did={did} />],
  ['date of birth', <DateOfBirthScreen key="" did={did} />],
  ['first language', <FirstLanguageScreen key="" did={did} />],
  ['apply', <ApplyScreen key="" />],
])('Q5: %s renders without a browser', (_, page) => {
  expect(renderToString(page)).toContain('<h1>');
});
