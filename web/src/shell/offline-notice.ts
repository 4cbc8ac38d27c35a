import { store } from '@panel/ui/store';

/** The notice above an offline page's screen; null on every other page, and once its form can be sent. */
export const offlineNotice = store<string | null>(null);
