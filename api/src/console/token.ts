/** Reads a command's token. It isn't an argument, because everyone on the machine can read command lines. */
import { readFile } from 'node:fs/promises';
import { OperatorError } from './operation.ts';

/** `--token-file -` reads standard input. */
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
          throw new OperatorError(`The token file can’t be read: ${message}`);
        });
  const token = text.trim();
  if (token === '') throw new OperatorError('The token is empty. Create one in the console.');
  return token;
}
