import { describe, expect, it } from 'vitest';
import { screens } from '../paths.ts';
import { OUTCOMES, RESULT_OF, SURVEY_RESULTS } from './outcomes.ts';

describe('the outcomes', () => {
  it('each show a page, and every page belongs to an outcome', () => {
    expect(Object.keys(RESULT_OF).sort()).toEqual([...OUTCOMES].sort());
    expect([...new Set(Object.values(RESULT_OF))].sort()).toEqual([...SURVEY_RESULTS].sort());
    expect(screens.surveyResult('not-this-time')).toBe('/survey-result/not-this-time');
  });

  it('thank only panelists who finished', () => {
    const thanked = OUTCOMES.filter((outcome) => RESULT_OF[outcome] === 'thanks');
    expect(thanked).toEqual(['complete', 'tentative', 'reinstated']);
  });
});
