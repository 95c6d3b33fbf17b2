import type { Taint } from '../../engine/values/taint.js';
import { pathsOf, textOf, type HeapObject, type Value } from '../../engine/values/value.js';

/** Only the start of a text is parsed; real recipient lists are shorter. */
const MAX_TEXT = 4096;
const ADDRESS = /^[^\s@<>"(),:;/\\]{1,64}@[^\s@<>"(),:;/\\]{1,190}\.[a-z][a-z\d-]{1,62}$/iu;
/** The address in `Name <address>`. */
const BRACKETED = /<([^<>\s]{1,320})>$/u;
/** Placeholders in a text for values from the caller, and for others, such as the operator's settings. */
const GIVEN = '\uE000';
const OTHER = '\uE001';

const addressIn = (mailbox: string): string => BRACKETED.exec(mailbox)?.[1] ?? mailbox;
/** The mailboxes of a text, separated by commas or semicolons; separators within quoted names do not count. */
const mailboxesIn = (text: string): readonly string[] =>
  text
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/"[^"]{0,200}"/gu, '')
    .split(/[,;\n]/u)
    .map((each) => addressIn(each.trim()));

const isAddress = (text = ''): boolean => ADDRESS.test(text);

/** Whether a value is a hard-coded address: a text, or an object with a constant `address`. */
export const isFixedOne = (value: Value): boolean =>
  (value.constants ?? []).some((text) => mailboxesIn(String(text)).some(isAddress)) ||
  value.objects.some(({ fields }) => isAddress(textOf(fields.get('address'))));

export const isFixed = (value: Value): boolean =>
  isFixedOne(value) || value.objects.some(({ items }) => items?.some(isFixedOne) ?? false);

/** Where the operator's settings come from. */
const OPERATORS: ReadonlySet<Taint['source']['kind']> = new Set(['environment', 'file-content']);
const SETTINGS = /env(?![a-z])|environ|config|setting/iu;

/** Whether a value is neither hard-coded nor set by the operator. */
export const isGiven = (value: Value): boolean =>
  !value.constants &&
  value.objects.length === 0 &&
  !value.taints.some(({ source }) => OPERATORS.has(source.kind)) &&
  !pathsOf(value).some((path) => SETTINGS.test(path));

export const itemsOf = ({ items, rest }: HeapObject): readonly Value[] => [
  ...(items ?? []),
  ...(rest ? [rest] : []),
];

/** Whether a text contains both a hard-coded address and a given one. */
function isMixedText(parts: readonly Value[]): boolean {
  const text = parts.map((part) => textOf(part) ?? (isGiven(part) ? GIVEN : OTHER)).join('');
  const all = mailboxesIn(text);
  return (
    all.some((each) => isAddress(each) && !each.includes(GIVEN) && !each.includes(OTHER)) &&
    all.some((each) => each.includes(GIVEN) && !/[\s/:<>]/u.test(each))
  );
}

/** Whether a list, or a text that contains one, has a hard-coded address next to given ones. */
export const isAmongOthers = ({ objects, parts }: Value): boolean =>
  objects.some((object) => {
    const all = itemsOf(object);
    return all.some(isFixed) && all.some(isGiven);
  }) ||
  (parts !== undefined && isMixedText(parts));
