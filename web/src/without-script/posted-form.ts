/** What the posted forms of every screen share. Only the server's build has it. */
import type { FormAction, PageResponse, Posted } from '@panel/domain/page';
import type { FieldValues } from '@panel/domain/questionnaire/fields';

/** `session` is the one in the path of the screen. */
export type ScreenAction = (did: string, fields: FieldValues, session: string) => FormAction;

/** The forms of a feature. */
export type PostedForms = {
  /** By the route of the form's screen. */
  readonly actions: Readonly<Record<string, ScreenAction>>;
  /** The sentences that follow a form to the next page, by the ids that redirects carry. */
  readonly notices: Readonly<Record<string, () => Posted>>;
};

export const succeeded = ({ status }: PageResponse): boolean => status >= 200 && status < 300;
export const BAD_REQUEST = 400;

export const success = (text: string): Posted => ({ notice: { tone: 'success', text } });
export const error = (text: string): Posted => ({ notice: { tone: 'error', text } });
