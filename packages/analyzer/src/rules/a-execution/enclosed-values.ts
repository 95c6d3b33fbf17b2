import type { Frame } from '../../engine/frame.js';
import { lacks } from '../../engine/values/missing-texts.js';
import type { Source } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { textOrHole } from '../../engine/expressions/texts.js';
import { CommandReader } from './command-reader.js';

/** The start of a here-document whose text a shell takes as it is: `cat > file <<'END'`. */
const HERE_DOCUMENT = /<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\(\w+))[^\n]*\n/gu;

/** The delimiter of the here-document in which a text ends; undefined if it ends outside of one. */
function delimiterAfter(text: string): string | undefined {
  let open: string | undefined;
  for (const { index, 0: start, 1: single, 2: double, 3: escaped } of text.matchAll(HERE_DOCUMENT)) {
    const delimiter = single ?? double ?? escaped ?? '';
    const rest = text.slice(index + start.length).split('\n');
    open = rest.slice(0, -1).some((line) => line.trim() === delimiter) ? undefined : delimiter;
  }
  return open;
}

/** What ends the quotes or the here-document in which a text ends. */
function endOf(before: string): string | undefined {
  const delimiter = delimiterAfter(before);
  if (delimiter !== undefined) return delimiter;
  const reader = new CommandReader();
  reader.read(before);
  return reader.isQuoted && !reader.mayBeCommand ? "'" : undefined;
}

/**
 * The sources that are only in values which a shell takes as they are: within single quotes or a here-document, of whose end a check
 * has found that the value does not contain it.
 */
export function enclosedSources(command: Value, frame: Frame): ReadonlySet<Source> {
  const enclosed = new Set<Source>();
  const others = new Set<Source>();
  let before = '';
  for (const part of command.parts ?? []) {
    if (part.taints.length > 0) {
      const end = endOf(before);
      const isEnclosed = end !== undefined && lacks(part, end, frame);
      for (const { source } of part.taints) (isEnclosed ? enclosed : others).add(source);
    }
    before += textOrHole(part);
  }
  for (const source of others) enclosed.delete(source);
  return enclosed;
}
