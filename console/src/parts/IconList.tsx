import { Icon, type IconShape } from '@panel/ui/Icon';
import styles from './IconList.module.css';

type IconListProps = { points: readonly { icon: IconShape; text: string; isBad?: boolean }[] };

/** Points, each with an icon that is red if something is wrong. */
export const IconList = ({ points }: IconListProps) => (
  <ul className={styles.points}>
    {points.map(({ icon, text, isBad }) => (
      <li key={text} className={isBad ? styles.bad : undefined}>
        <Icon icon={icon} />
        {text}
      </li>
    ))}
  </ul>
);
