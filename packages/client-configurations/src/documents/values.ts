/** A range of a text, in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A text. What one reader takes for a text and another one for a number or a boolean is a `PlainValue`. */
export interface TextValue extends Span {
  readonly kind: 'text';
  readonly text: string;
}

export interface ListValue extends Span {
  readonly kind: 'list';
  readonly items: readonly Value[];
}

/** An object of JSON, a mapping of YAML or a table of TOML. A name may occur twice. */
export interface ObjectValue extends Span {
  readonly kind: 'object';
  readonly members: readonly Member[];
}

/** A number, a date, a boolean or null. */
export interface PlainValue extends Span {
  readonly kind: 'plain';
  /** Undefined for what is neither `true` nor `false` for every reader. */
  readonly flag: boolean | undefined;
}

/** What a document consists of, whatever it is written in. */
export type Value = TextValue | ListValue | ObjectValue | PlainValue;

export interface Member {
  readonly name: string;
  readonly value: Value;
  /** The place of its name. */
  readonly key: Span;
  /** Its name with its value. */
  readonly whole: Span;
}
