// @vitest-environment jsdom
import { startTransition, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import '../inline-script.ts';
import { replayEarlyTap } from './early-tap.ts';

function Tappable({ onTap }: { onTap: () => void }) {
  useEffect(replayEarlyTap, []);
  return (
    <button type="button" suppressHydrationWarning onClick={onTap}>
      Menu
    </button>
  );
}

/** Like a finger's: `click()` would do nothing during another tap. */
const tap = () => new MouseEvent('click', { bubbles: true, cancelable: true });

it('H2: a tap while the script hydrates the page counts once, and later ones as usual', async () => {
  const onTap = vi.fn();
  document.body.innerHTML = renderToString(<Tappable onTap={onTap} />);
  const button = document.querySelector('button');
  let root: Root | undefined;
  startTransition(() => {
    root = hydrateRoot(document.body, <Tappable onTap={onTap} />);
  });
  button?.dispatchEvent(tap());
  await expect.poll(() => window.takeEarlyTap).toBeUndefined();
  expect(onTap).toHaveBeenCalledTimes(1);
  button?.dispatchEvent(tap());
  expect(onTap).toHaveBeenCalledTimes(2);
  root?.unmount();
});

it('H2: if a button and a link were tapped before the script loaded, the last one counts', async () => {
  vi.resetModules();
  await import('../inline-script.ts');
  document.body.innerHTML = '<button type="button">Survey</button><a href="/balance">Balance</a>';
  const [button, link] = [document.querySelector('button'), document.querySelector('a')];
  button?.dispatchEvent(tap());
  expect(button?.hasAttribute('data-tapped')).toBe(true);
  link?.dispatchEvent(tap());
  expect(button?.hasAttribute('data-tapped')).toBe(false);
  expect(window.takeEarlyTap?.()).toBeUndefined();
});
