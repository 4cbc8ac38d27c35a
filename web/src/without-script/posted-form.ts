/** What the posted forms of every screen share. Only the server's build has it. */
import type { FormAction, PageResponse, Posted } from '@panel/domain/page';
import type { FieldValues } from '@panel/domain/questionnaire/fields';

export type ScreenAction = (did: string, fields: FieldValues) => FormAction;

export const succeeded = ({ status }: PageResponse): boolean => status >= 200 && status < 300;
export const BAD_REQUEST = 400;

export const success = (text: string): Posted => ({ notice: { tone: 'success', text } });
export const error = (text: string): Posted => ({ notice: { tone: 'error', text } });
