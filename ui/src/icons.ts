/* The icons that several screens need. Those that every screen needs are in Icon.tsx, others with their screen. */
import type { IconShape } from './Icon.tsx';

export const arrowRightIcon: IconShape = 'M5 12h14M13 6l6 6-6 6';
export const arrowLeftIcon: IconShape = 'M19 12H5M11 6l-6 6 6 6';
export const chevronRightIcon: IconShape = 'M9 5l7 7-7 7';
export const bellIcon: IconShape = 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4';
export const clipboardIcon: IconShape = 'M9 4H6v17h12V4h-3M9 3h6v3H9zM9.5 13l2 2 3.5-4';
export const bulbIcon: IconShape = 'M9 17.5v-2A6 6 0 1 1 15 15.5v2zM10 21h4';
export const walletIcon: IconShape = 'M18 8V5H5.5a1.5 1.5 0 0 0 0 3H20v11H5.5A1.5 1.5 0 0 1 4 17.5v-11M16 13.5v.01';
export const trashIcon: IconShape = 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5';
export const personIcon: IconShape = 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20.5a7.5 7.5 0 0 1 15 0';
export const chatIcon: IconShape = 'M4 20V10a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v1a6 6 0 0 1-6 6H7zM9 10.5h6';
export const voucherIcon: IconShape = 'M3 7h18v3.5a1.5 1.5 0 0 0 0 3V17H3v-3.5a1.5 1.5 0 0 0 0-3zM14 10v4';
