import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LineChart } from './LineChart.tsx';

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
