import type { Books } from '@panel/domain/console/today-page';
import { alertIcon, checkIcon, Icon } from '@panel/ui/Icon';
import { rand, time } from '../format.ts';
import { Card } from '../parts/Card.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import textStyles from '../parts/text.module.css';
import styles from './BooksCard.module.css';

const BOOKS = [
  ['postings', 'Postings', 'sum to zero'],
  ['wallets', 'Wallets', 'pending + available + reserved − owed, match the postings'],
  ['states', 'States', 'pending matches rewards, reserved matches open payouts'],
] as const;

export function BooksCard({ books }: { books: Books }) {
  const isWrong = BOOKS.some(([book]) => books[book].difference !== 0);
  return (
    <Card
      title="Books"
      sub={`Checked to the cent at ${time(books.checkedAt)}`}
      tools={<StatePill state={isWrong ? ['bad', 'Differ'] : ['good', 'Agree']} />}
    >
      <ul className={styles.books}>
        {BOOKS.map(([book, name, remark]) => {
          const { sum, difference } = books[book];
          return (
            <li key={book} className={difference === 0 ? undefined : styles.bad}>
              <Icon icon={difference === 0 ? checkIcon : alertIcon} />
              <span>
                {name}
                <small>{difference === 0 ? remark : `off by ${rand(difference)}`}</small>
              </span>
              <span className={textStyles.figure}>{rand(sum)}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
