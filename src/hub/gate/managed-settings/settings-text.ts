/** Items of a list or an object, as JSON texts: those of an object have their keys. Each is in a line of its own. */
export interface Items {
  readonly open: '[' | '{';
  readonly texts: readonly string[];
}

/** What is below a key of settings. */
export type Section = boolean | Items | Readonly<Record<string, Items>>;

/** A list of JSON texts. */
export const list = (texts: readonly string[]): Items => ({ open: '[', texts });

/** An object. */
export const entries = (named: Iterable<readonly [name: string, item: object]>): Items => ({
  open: '{',
  texts: [...named].map(([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`),
});

/** JSON with an item of each section in a line, so that differences between two documents are readable. */
export const settingsText = (sections: Readonly<Record<string, Section>>): string =>
  `${block(
    '{',
    Object.entries(sections).map(([name, section]) => `${JSON.stringify(name)}: ${text(section)}`),
    0,
  )}\n`;

/** JSON of one object alone. */
export const entriesText = (items: Items): string => `${block(items.open, items.texts, 0)}\n`;

function text(section: Section): string {
  if (typeof section === 'boolean') return String(section);
  if (isItems(section)) return block(section.open, section.texts, 1);
  const lists = Object.entries(section).map(
    ([name, { open, texts }]) => `${JSON.stringify(name)}: ${block(open, texts, 2)}`,
  );
  return block('{', lists, 1);
}

const isItems = (section: Items | Readonly<Record<string, Items>>): section is Items =>
  typeof section['open'] === 'string';

function block(open: Items['open'], texts: readonly string[], depth: number): string {
  const close = open === '[' ? ']' : '}';
  if (texts.length === 0) return open + close;
  const indent = '  '.repeat(depth);
  return `${open}\n${indent}  ${texts.join(`,\n${indent}  `)}\n${indent}${close}`;
}
