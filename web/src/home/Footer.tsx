import { screens } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { Link } from '../routing/router.tsx';
import styles from './Footer.module.css';

export const Footer = () => (
  <footer className={styles.footer}>
    <Link to={screens.terms}>{COMMON.termsLink}</Link>
    <Link to={screens.yourData}>{COMMON.yourData}</Link>
    <span>{COMMON.dataFree}</span>
  </footer>
);
