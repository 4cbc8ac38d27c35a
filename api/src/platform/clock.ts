/** Time as the product sees it. The sandbox can move it; a test holds it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
