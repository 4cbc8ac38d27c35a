import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Bar } from './Bar.tsx';

it('a bar is never shorter than nothing, nor longer than its track', () => {
  const widthOf = (share: number) =>
    render(<Bar share={share} />)
      .container.querySelector('rect:last-child')
      ?.getAttribute('width');
  expect([widthOf(-0.2), widthOf(0.25), widthOf(3)]).toEqual(['0', '25', '100']);
});
