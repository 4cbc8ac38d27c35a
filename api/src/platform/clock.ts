/** Time as the product sees it. The sandbox can move it; a test holds it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const ASK_EVERY_MS = 250;

/** The sandbox's clock: a person there can let days pass. Until it answers, and when it doesn't, time is as it is. */
export async function sandboxClock(sandboxUrl: string): Promise<Clock> {
  let offsetMs = 0;
  const ask = async () => {
    const answer = await fetch(`${sandboxUrl}/__sandbox/clock`, { signal: AbortSignal.timeout(1000) });
    offsetMs = Number(((await answer.json()) as { offsetMs?: unknown }).offsetMs) || 0;
  };
  await ask().catch(() => undefined);
  setInterval(() => void ask().catch(() => undefined), ASK_EVERY_MS).unref();
  return { now: () => new Date(Date.now() + offsetMs) };
}
