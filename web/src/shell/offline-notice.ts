import { store } from '@panel/ui/store';

/** What an offline page says above its screen; null on every other page, and once a form of it can be sent. */
export const offlineNotice = store<string | null>(null);
