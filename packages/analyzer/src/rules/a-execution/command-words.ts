import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_SOURCES, Doubt, SanitizedFor, sanitize, type Taint } from '../../engine/values/taint.js';
import { constantOf, type Value } from '../../engine/values/value.js';
import { HOLE } from '../../engine/expressions/texts.js';
import { allHarmful } from '../support/pieces.js';

/** Sanitization by URL encoding: to a shell, the value is harmless within a word, but may still be any word. */
const ENCODED = SanitizedFor.SHELL | SanitizedFor.URL | SanitizedFor.PATH | SanitizedFor.LINKS;
/** A value that is also sanitized for one of these is harmless in any position. */
const MORE = SanitizedFor.CODE | SanitizedFor.SQL;

const isWord = ({ source, sanitizedFor }: Taint): boolean =>
  CLIENT_SOURCES.has(source.kind) && (sanitizedFor & (ENCODED | MORE)) === ENCODED;

/** Words after which another command starts. */
const BEFORE_COMMANDS =
  /^(?:eval|exec|command|builtin|sudo|doas|env|nohup|time|nice|setsid|then|do|else|elif|if|while|until|!|\{|\w+=.*)$/u;
const SHELLS = /(?:^|[/\\])(?:(?:ba|z|da|k|fi|a)?sh|cmd|powershell|pwsh)(?:\.exe)?$/iu;
const COMMAND_OPTION = /^-[a-z]*c$|^\/[ck]$|^-command$/iu;

/** Reads a command line up to a position character by character, to determine the context there. */
class CommandReader {
  private quote = '';
  /** Whether the quoted text may itself be a command, because the quote started where a command starts. */
  private isOpen = false;
  private isStart = true;
  private hasWordBefore = false;
  private hasShell = false;
  private word = '';
  private last = '';

  read(text: string): void {
    for (const character of text) {
      this.take(character);
      this.last = this.last === '\\' ? '' : character;
    }
  }

  /** Whether the name of a program comes next; an unknown part may be empty. */
  get begins(): boolean {
    return this.isStart && this.word.replaceAll(HOLE, '') === '';
  }

  /** Whether the next character is within single quotes, which a quote in the value would end. */
  get isQuoted(): boolean {
    return this.quote === "'";
  }

  private take(character: string): void {
    if (this.last === '\\' && this.quote !== "'") this.word += character;
    else if (character === this.quote) this.quote = '';
    else if (this.quote === '' && (character === "'" || character === '"')) {
      this.quote = character;
      this.isOpen = this.begins;
    } else if (this.quote !== '' && !this.isOpen && !this.isSubstitution(character)) this.word += character;
    else if (/[;&|\n`(]/u.test(character)) this.restart();
    else if (/\s/u.test(character)) this.endWord();
    else this.word += character;
  }

  private isSubstitution(character: string): boolean {
    return this.quote === '"' && (character === '`' || (character === '(' && this.last === '$'));
  }

  private restart(): void {
    this.isStart = true;
    this.hasWordBefore = false;
    this.hasShell = false;
    this.word = '';
  }

  private endWord(): void {
    const { word } = this;
    this.word = '';
    if (word === '' || !(this.isStart || this.hasShell)) return;
    if (this.hasShell && COMMAND_OPTION.test(word)) {
      this.restart();
      return;
    }
    this.hasShell ||= SHELLS.test(word);
    const isBefore = BEFORE_COMMANDS.test(word);
    this.isStart &&= isBefore || (this.hasWordBefore && word.startsWith('-'));
    this.hasWordBefore ||= isBefore;
  }
}

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
