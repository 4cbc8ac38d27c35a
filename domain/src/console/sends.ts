/** The rules of messages to many panelists: when they may be sent, and how their number is confirmed. */
import { southAfricanDate, startOfDay } from '../calendar.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../durations.ts';

/** Above this, the operator types the number of people. */
export const TYPED_ABOVE = 1000;
/** How many test messages an operator may send in a South African day. */
export const TESTS_PER_DAY = 20;
/** How long ahead a message may be scheduled. */
const DAYS_AHEAD = 30;
/** Messages are spread over time, so that neither the chat nor a study gets thousands at once. */
const SENT_PER_SECOND = 20;
/** Becomes each person's own link. No other field is filled in, so no name can be. */
export const LINK_FIELD = '{link}';

/** The time of day in South Africa between which messages to many are sent, as `08:00`; `to` is not part of it. */
export type SendingHours = { readonly from: string; readonly to: string };
export const SENDING_HOURS: SendingHours = { from: '08:00', to: '20:00' };

const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Reads `08:00-20:00`. Null if it isn't a part of a day. */
export function parseSendingHours(text: string): SendingHours | null {
  const [, from, to] = HOURS.exec(text) ?? [];
  return from !== undefined && to !== undefined && from < to ? { from, to } : null;
}

const msOf = (timeOfDay: string): number => {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
};

/** When sending starts and ends on the South African day of an instant. */
function windowOf({ from, to }: SendingHours, at: Date): readonly [opens: Date, closes: Date] {
  const midnight = startOfDay(southAfricanDate(at));
  return [addMs(midnight, msOf(from)), addMs(midnight, msOf(to))];
}

export function isSendingTime(hours: SendingHours, at: Date): boolean {
  const [opens, closes] = windowOf(hours, at);
  return at >= opens && at < closes;
}

/** The first time from then on at which messages may be sent. */
export function nextSendingTime(hours: SendingHours, at: Date): Date {
  const [opens, closes] = windowOf(hours, at);
  if (at < opens) return opens;
  return at < closes ? at : addMs(opens, DAY_MS);
}

/** Since when a message to many has been waiting: the night doesn't count. */
export function waitingSince(hours: SendingHours, createdAt: Date, now: Date): Date {
  const [opens] = windowOf(hours, now);
  if (!isSendingTime(hours, now)) return now;
  return createdAt < opens ? opens : createdAt;
}

/** When a person's message is sent, by their place in the sending. It goes on the next morning if the day is over. */
export function placeTime(hours: SendingHours, start: Date, place: number): Date {
  let [time, left] = [nextSendingTime(hours, start), Math.floor(place / SENT_PER_SECOND) * 1000];
  for (;;) {
    const [, closes] = windowOf(hours, time);
    const room = closes.getTime() - time.getTime();
    if (left < room) return addMs(time, left);
    left -= room;
    time = nextSendingTime(hours, closes);
  }
}

export const outsideHours = ({ from, to }: SendingHours): string => `Choose a time between ${from} and ${to}.`;

/** What is wrong with sending at a time, or now if it is null; null if nothing is. */
export function sendTimeFault(hours: SendingHours, time: Date | null, now: Date): string | null {
  if (time === null) return isSendingTime(hours, now) ? null : `Nothing is sent now. ${outsideHours(hours)}`;
  if (time < now) return 'This time is in the past.';
  if (time.getTime() > now.getTime() + DAYS_AHEAD * DAY_MS) return `This is more than ${DAYS_AHEAD} days away.`;
  return isSendingTime(hours, time) ? null : outsideHours(hours);
}

/** A number of people as an operator types it: spaces and commas are ignored. Null if it isn't a number. */
export function parsePeople(text: string): number | null {
  const digits = text.replace(/[\s,]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** A text with a person's own link in it. */
export const withLink = (text: string, link: string): string => text.replaceAll(LINK_FIELD, () => link);
