import type { Severity } from '../findings/finding.js';

type Style = Severity | 'bad' | 'strong' | 'faint';

/** Applies a style to text. */
export type Paint = (style: Style, text: string) => string;

/** ANSI escape codes. */
const CODES: Readonly<Record<Style, string>> = {
  critical: '1;31',
  high: '31',
  medium: '33',
  low: '36',
  bad: '31',
  strong: '1',
  faint: '2',
};

/** For terminals with color support. */
export const COLOURED: Paint = (style, text) => `\u001b[${CODES[style]}m${text}\u001b[0m`;
/** For all other output. */
export const PLAIN: Paint = (_style, text) => text;
