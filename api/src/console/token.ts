/** The token that a command acts by. It is no argument: everybody on the machine can read a command line. */
import { readFile } from 'node:fs/promises';
import { OperatorError } from './operation.ts';

/** As `--token-file`: standard input instead of a file. */
const STANDARD_INPUT = '-';

/** Null if no file is named. */
export async function readToken(
  file: string | null,
  prompt: (question: string) => Promise<string>,
): Promise<string | null> {
  if (file === null) return null;
  const text =
    file === STANDARD_INPUT
      ? await prompt('token: ')
      : await readFile(file, 'utf8').catch(({ message }: NodeJS.ErrnoException) => {
          throw new OperatorError(`The token’s file can’t be read: ${message}`);
        });
  const token = text.trim();
  if (token === '') throw new OperatorError('The token is empty. Make one in the console.');
  return token;
}
