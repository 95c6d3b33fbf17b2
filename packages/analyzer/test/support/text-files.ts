import type { TextFile } from '../../src/files/text-file.js';

/** A data file as passed to rules. */
export const textFile = (path: string, text: string): TextFile => ({
  path,
  role: 'data',
  language: undefined,
  text,
  lines: text.split('\n'),
});

/** Looks up files by path, as rules do. */
export const fileAmong =
  (texts: Readonly<Record<string, string>>) =>
  (path: string): TextFile | undefined => {
    const text = texts[path];
    return text === undefined ? undefined : textFile(path, text);
  };
