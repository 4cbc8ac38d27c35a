/** How a panelist reaches the panel: at the foot of home, balance and how it works. */
export const contactLine = (contact: string): string => `Questions? Ask ${contact}.`;
