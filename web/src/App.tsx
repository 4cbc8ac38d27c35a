import { screenAt } from './routes.tsx';
import { BrandProvider } from './shell/config.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { useMenu } from './shell/lazy-menu.ts';
import { useLocation } from './shell/router.tsx';
import { Shell } from './shell/Shell.tsx';

export function App({ brand }: { brand: string }) {
  const { path, visit } = useLocation();
  const Menu = useMenu();
  return (
    <BrandProvider brand={brand}>
      <Shell menu={Menu && <Menu key={visit} />}>
        <ErrorBoundary key={visit}>{screenAt(path)}</ErrorBoundary>
      </Shell>
    </BrandProvider>
  );
}
