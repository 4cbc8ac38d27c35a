import type { DefinedWord } from '@panel/domain/console/definitions';
import type { CentsNumber } from '@panel/domain/console/values';
import type { ReactNode } from 'react';
import { rand } from '../format.ts';
import { Define } from './Definitions.tsx';

type StatTileProps = { label: string; define?: DefinedWord; value: ReactNode; sub?: ReactNode; children?: ReactNode };

export const StatTile = ({ label, define, value, sub, children }: StatTileProps) => (
  <div className="tile">
    <p className="tile__label">
      {label} {define && <Define word={define} />}
    </p>
    <p className="tile__value">{value}</p>
    {sub && <p className="tile__sub">{sub}</p>}
    {children}
  </div>
);

/** A large amount, its cents small. */
export function Amount({ cents }: { cents: CentsNumber }) {
  const [whole, fraction] = rand(cents).split('.');
  return (
    <>
      {whole}
      <small>.{fraction}</small>
    </>
  );
}
