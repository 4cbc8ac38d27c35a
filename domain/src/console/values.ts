/** The values that the console’s pages are made of, as JSON carries them. */

/** Whole cents, as JSON carries them; `Cents` is what they are computed with. */
export type CentsNumber = number;
/** A moment: 2026-11-15T10:40:00.000Z. */
export type Instant = string;
/** A South African day: 2026-11-14. */
export type Day = string;
/** A South African month: 2026-11. */
export type Month = string;
/** Some things and what they add up to. */
export type CountAndAmount = { count: number; amount: CentsNumber };

/** A page of a list. `newer` and `older` are values for the query's `cursor`, null at the list's ends. */
export type Paged<Row> = { rows: Row[]; total: number; newer: string | null; older: string | null };
