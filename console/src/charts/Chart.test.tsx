import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LineChart } from './LineChart.tsx';
import { labelsThatFit, ticksBetween } from './scale.ts';

it('draws a chart that had nothing to draw at first as wide as its box', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  const chart = (values: number[]) => (
    <LineChart label="Sent" labels={['1', '2']} format={String} series={[{ name: 'Sent', values }]} />
  );
  const { rerender } = render(chart([]));
  screen.getByText('No data yet.');
  rerender(chart([1, 2]));
  expect(screen.getByRole('img', { name: 'Sent' }).getAttribute('width')).toBe('900');
  vi.restoreAllMocks();
});

it('leaves out labels at regular distances, never the last one', () => {
  const months = ['Jun 26', 'Jul 26', 'Aug 26*', 'Sep 26*', 'Oct 26*', 'Nov 26*'];
  const shown = (distance: number) =>
    labelsThatFit(months.map((text, index) => ({ x: index * distance, text, anchor: 'middle' }))).map(
      ({ text }) => text,
    );
  expect(shown(60)).toEqual(months);
  expect(shown(52)).toEqual(['Jul 26', 'Sep 26*', 'Nov 26*']);
  expect(shown(25)).toEqual(['Aug 26*', 'Nov 26*']);
  expect(shown(0)).toEqual(['Nov 26*']);
});

it.each([
  [0, 1, 1, [0, 1]],
  [0, 2, 1, [0, 1, 2]],
  [0, 12, 1, [0, 5, 10, 15]],
  [0, 101, 1, [0, 25, 50, 75, 100, 125]],
  [0.401, 0.412, 0.01, [0.4, 0.41, 0.42]],
  [0.4, 0.4, 0.01, [0.4, 0.41]],
])('the ticks from %d to %d, at least %d apart, are %j', (low, high, smallestStep, ticks) => {
  expect(ticksBetween(low, high, smallestStep)).toEqual(ticks.map((tick) => expect.closeTo(tick)));
});
