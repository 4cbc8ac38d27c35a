export type Frame = {
  readonly function: string;
  /** Without the server's name or `file://`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
};

/** A line of a stack of Chrome or Node (`at name (file:1:2)`), or of Firefox and Safari (`name@file:1:2`). */
const FRAME = /^\s*(?:at (?:async )?)?(?:(.*?)(?: \(|@))?((?:https?:|file:|node:|\/)[^\s()]*):(\d+):(\d+)\)?$/;

/** Null if the line names no place in a file. */
export function readFrame(text: string): Frame | null {
  const [, name, address, line, column] = FRAME.exec(text) ?? [];
  if (address === undefined) return null;
  const file = address.replace(/^(https?:\/\/[^/]*|file:\/\/)/, '');
  return { function: name?.trim() || '?', file, line: Number(line), column: Number(column) };
}
