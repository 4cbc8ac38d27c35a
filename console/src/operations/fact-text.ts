import type { Fact, FactValue } from '@panel/domain/console/today-page';
import { dayAndTime, rand } from '../format.ts';

export const valueText = (value: FactValue): string => {
  if ('cents' in value) return rand(value.cents);
  if ('before' in value) return `${rand(value.before)} → ${rand(value.after)}`;
  return 'at' in value ? dayAndTime(value.at) : value.text;
};

export const hasChanged = ({ proposed, now }: Fact): boolean => valueText(proposed) !== valueText(now);
