import { didInPath, didInQuery } from './location.ts';
import { useLocation } from './router.tsx';

/** The panelist's device id: the route's, else the query's. */
export function useDid(): string | null {
  const { path, search } = useLocation();
  return didInPath(path) ?? didInQuery(search);
}
