/* The icons of the console; those that the panelist's app has too are in ui. */
import type { MenuPage } from '@panel/domain/console/pages';
import type { IconShape } from '@panel/ui/Icon';
import { personIcon, walletIcon } from '@panel/ui/icons';

export const clockIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3.5 2';
export const eyeIcon: IconShape =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0';
export const downloadIcon: IconShape = 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15';
export const uploadIcon: IconShape = 'M12 16V5M7 9.5l5-5 5 5M4.5 20h15';
export const copyIcon: IconShape = 'M9 9h11v11H9zM15 9V4H4v11h5';
export const tableIcon: IconShape = 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9';
export const searchIcon: IconShape = 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5L20.5 20.5';
export const lockIcon: IconShape = 'M5.5 10.5h13V20h-13zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3';
export const moonIcon: IconShape = 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z';
export const signOutIcon: IconShape = 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4';
export const pauseIcon: IconShape = 'M9 5v14M15 5v14';
export const undoIcon: IconShape = 'M9 14L4.5 9.5 9 5M4.5 9.5H15a4.5 4.5 0 0 1 0 9h-3';
export const keyIcon: IconShape = 'M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 12.5L20 4M16.5 7l3 3';

export const PAGE_ICONS: Readonly<Record<MenuPage, IconShape>> = {
  today: clockIcon,
  panel:
    'M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 20a6.5 6.5 0 0 1 13 0M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  sample: 'M4 5h16l-6.2 7.5V19l-3.6 1.5v-8z',
  partners: 'M9.5 14.5l5-5M11 6.5l2-2a4.6 4.6 0 0 1 6.5 6.5l-2 2M13 17.5l-2 2A4.6 4.6 0 0 1 4.5 13l2-2',
  money: walletIcon,
  people: personIcon,
  disputes: 'M4 20V10a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v1a6 6 0 0 1-6 6H7zM12 8v3M12 13.8v.01',
  audit: eyeIcon,
};
