import type { Instant } from '@panel/domain/console/values';
import { age } from '../format.ts';
import textStyles from './text.module.css';

/** How long something waits, marked if that is too long. */
export const Age = ({ since, at, isLate }: { since: Instant; at: Instant; isLate: boolean }) => (
  <span className={isLate ? textStyles.late : undefined}>{age(since, at)}</span>
);
