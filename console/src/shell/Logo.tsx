import styles from './Logo.module.css';
export const Logo = () => (
  <svg className={styles.logo} viewBox="0 0 24 24" aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M2.5 2.3A1.3 1.3 0 0 1 3.8 1h2.7a1.3 1.3 0 0 1 1.3 1.3v4.4A8.6 8.6 0 1 1 12.4 23H3.8a1.3 1.3 0 0 1-1.3-1.3zM7.4 13.6c0 3 2.2 5 5 5s5-2 5-5z"
    />
  </svg>
);
