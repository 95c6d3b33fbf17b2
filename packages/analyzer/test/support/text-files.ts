import type { TextFile } from '../../src/rules/rule.js';

/** A file of data as rules are given it. */
export const textFile = (path: string, text: string): TextFile => ({
  path,
  role: 'data',
  language: undefined,
  text,
  lines: text.split('\n'),
});

/** Looks texts up by their paths, as rules do. */
export const fileAmong =
  (texts: Readonly<Record<string, string>>) =>
  (path: string): TextFile | undefined => {
    const text = texts[path];
    return text === undefined ? undefined : textFile(path, text);
  };
