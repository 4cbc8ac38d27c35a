/** The path of an icon in a square of 24 by 24. */
export type IconShape = string;

/** An icon is always next to a text, so screen readers skip it. */
export const Icon = ({ icon }: { icon: IconShape }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={icon} />
  </svg>
);

/** The product's mark, a speech bubble. */
export const Logo = () => (
  <svg className="logo" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M2.5 2.3A1.3 1.3 0 0 1 3.8 1h2.7a1.3 1.3 0 0 1 1.3 1.3v4.4A8.6 8.6 0 1 1 12.4 23H3.8a1.3 1.3 0 0 1-1.3-1.3zM7.4 13.6c0 3 2.2 5 5 5s5-2 5-5z"
    />
  </svg>
);

/* The icons that every screen needs. All others are in icons.ts, which a form does not have to load. */
export const menuIcon: IconShape = 'M4 7h16M4 12h16M4 17h10';
export const closeIcon: IconShape = 'M6 6l12 12M18 6L6 18';
export const checkIcon: IconShape = 'M5 12.5l5 5L19.5 7';
export const alertIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7.5v5M12 16.5v.01';
export const infoIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11.5v5M12 7.5v.01';
export const refreshIcon: IconShape = 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9M20 4v5h-5';
