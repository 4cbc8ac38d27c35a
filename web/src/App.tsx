import { useEffect } from 'react';
import { loadedMenu, screenAt } from './routes.tsx';
import { markStarted } from './routing/page.ts';
import { useLocation } from './routing/router.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { Shell } from './shell/Shell.tsx';

export function App() {
  const { path, visit } = useLocation();
  const Menu = loadedMenu();
  useEffect(markStarted, []);
  return (
    <Shell menu={Menu && <Menu key={visit} />}>
      <ErrorBoundary key={visit}>{screenAt(path)}</ErrorBoundary>
    </Shell>
  );
}
