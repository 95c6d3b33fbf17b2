import { Badge, type Tone } from './badge.tsx';

/**
 * What the values of an enumeration of the API are called, and the tones of their badges, in the order in which fields
 * offer them. A value that is new in the API does not compile until it has its words.
 */
export type Labels<Value extends string> = Readonly<Record<Value, readonly [text: string, tone?: Tone]>>;

/** What the values are called where they have no badges. */
export type Names<Value extends string> = Readonly<Record<Value, string>>;

/** An option of a field: a value and what it is called. */
export type Option<Value extends string> = readonly [value: Value, text: string];

/** A value of an enumeration as a badge. One that is newer or older than this page is shown as it is. */
export function ValueBadge({ labels, value }: { readonly labels: Labels<string>; readonly value: string }) {
  const [text, tone = 'neutral'] = labels[value] ?? [value.toLowerCase()];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The values as options of a field. */
export const optionsOf = <Value extends string>(
  labels: Labels<Value> | Names<Value>,
): readonly Option<Value>[] =>
  Object.entries<string | readonly [string, Tone?]>(labels).map(([value, label]) => [
    value as Value,
    typeof label === 'string' ? label : label[0],
  ]);

/** Options of a filter, which may be off. */
export const filterOptions = <Value extends string>(
  labels: Labels<Value> | Names<Value>,
): readonly Option<Value | ''>[] => [['', 'All'], ...optionsOf(labels)];
