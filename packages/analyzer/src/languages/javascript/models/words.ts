import { constantValue, textOf, type Value } from '../../../engine/values/value.js';

/** A word of a command line: the parts that it is concatenated from. */
export type Word = readonly Value[];

/** Operators between commands, as separate words. */
const SEPARATORS = new Set(['|', '||', '&&', ';', '&', '|&']);

/** The items of a list that is several arguments, or the single value. */
const valuesOf = (value: Value): readonly Value[] => {
  const items = value.objects.flatMap((object) => [
    ...(object.items ?? []),
    ...(object.rest ? [object.rest] : []),
  ]);
  return items.length > 0 ? items : [value];
};

/** Splits text into words, character by character. */
class WordReader {
  readonly commands: Word[][] = [[]];
  private word: Value[] = [];
  private text = '';
  private quote = '';

  /** Ends a word: a blank outside of quotes, or the end. */
  end(): void {
    this.flush();
    const { word } = this;
    this.word = [];
    if (word.length === 1 && SEPARATORS.has(textOf(word[0]) ?? '')) this.commands.push([]);
    else if (word.length > 0) this.commands.at(-1)?.push(word);
  }

  /** Adds an unknown part. */
  add(value: Value): void {
    this.flush();
    this.word.push(value);
  }

  readText(text: string): void {
    for (const character of text)
      if (this.quote !== '') {
        if (character === this.quote) this.quote = '';
        else this.text += character;
      } else if (character === '"' || character === "'") this.quote = character;
      else if (/\s/u.test(character)) this.end();
      else this.text += character;
  }

  private flush(): void {
    if (this.text !== '') this.word.push(constantValue(this.text));
    this.text = '';
  }
}

/**
 * The commands of a command line, each as its words, split at the blanks of constant parts.
 * @param isQuoted whether a value among the constant parts is one word whatever it contains, and each item of a list a
 * word of its own
 */
export function splitWords(parts: readonly Value[], isQuoted: boolean): readonly (readonly Word[])[] {
  const reader = new WordReader();
  for (const part of parts) {
    const text = textOf(part);
    if (text !== undefined) {
      reader.readText(text);
      continue;
    }
    const [first, ...others] = isQuoted ? valuesOf(part) : [part];
    if (first) reader.add(first);
    for (const other of others) {
      reader.end();
      reader.add(other);
    }
  }
  reader.end();
  return reader.commands.filter(({ length }) => length > 0);
}
