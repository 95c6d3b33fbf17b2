import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_SOURCES, Doubt, SanitizedFor, sanitize, type Taint } from '../../engine/values/taint.js';
import { constantOf, type Value } from '../../engine/values/value.js';
import { HOLE } from '../../engine/expressions/texts.js';
import { allHarmful } from '../support/pieces.js';
import { CommandReader } from './command-reader.js';

/** Sanitization by URL encoding: to a shell, the value is harmless within a word, but may still be any word. */
const ENCODED = SanitizedFor.SHELL | SanitizedFor.URL | SanitizedFor.PATH | SanitizedFor.LINKS;
/** A value that is also sanitized for one of these is harmless in any position. */
const MORE = SanitizedFor.CODE | SanitizedFor.SQL;

const isWord = ({ source, sanitizedFor }: Taint): boolean =>
  CLIENT_SOURCES.has(source.kind) && (sanitizedFor & (ENCODED | MORE)) === ENCODED;

/** The tainted sources that are harmless within a word, but are used as more than that. */
function moreThanWords(command: Value, frame: Frame): readonly Taint[] {
  if (!command.taints.some(isWord) && !taintsHere(command, frame).some(isWord)) return [];
  const reader = new CommandReader();
  const found: Taint[] = [];
  for (const part of command.parts ?? [command]) {
    const taints = taintsHere(part, frame).filter(isWord);
    if (reader.begins) found.push(...taints);
    else if (reader.isQuoted) found.push(...sanitize(taints, Doubt.QUOTES));
    reader.read(taints.length > 0 ? HOLE : String(constantOf(part) ?? HOLE));
  }
  return found;
}

/** All tainted sources that can do harm in a command line. */
export const harmfulInCommand = (command: Value, frame: Frame, within = false): readonly Taint[] => [
  ...allHarmful(command, frame, SanitizedFor.SHELL, within),
  ...moreThanWords(command, frame),
];

/** The same for words that a shell joins to one line; the command starts at the first. */
export const harmfulInWords = (words: readonly Value[], frame: Frame, within = false): readonly Taint[] =>
  words.flatMap((word, index) =>
    index === 0 ? harmfulInCommand(word, frame, within) : allHarmful(word, frame, SanitizedFor.SHELL, within),
  );
