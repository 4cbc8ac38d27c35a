import { store } from '@panel/ui/store';

/** What an offline page says above its screen; null on every other page. */
export const offlineNotice = store<string | null>(null);
