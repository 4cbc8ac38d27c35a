import { useEffect } from 'react';
import { screenAt } from './routes.tsx';
import { markStarted } from './routing/page.ts';
import { useLocation } from './routing/router.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { useMenu } from './shell/menu-slot.ts';
import { Shell } from './shell/Shell.tsx';

export function App() {
  const { path, visit } = useLocation();
  const Menu = useMenu();
  useEffect(markStarted, []);
  return (
    <Shell menu={Menu && <Menu key={visit} />}>
      <ErrorBoundary key={visit}>{screenAt(path)}</ErrorBoundary>
    </Shell>
  );
}
