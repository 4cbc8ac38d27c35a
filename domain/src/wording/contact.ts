/** How to reach the panel, below home, balance and how it works. */
export const contactLine = (contact: string): string => `Questions? Ask ${contact}.`;
