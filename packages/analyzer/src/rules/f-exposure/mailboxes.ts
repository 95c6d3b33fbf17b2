import type { Taint } from '../../engine/taint.js';
import { pathsOf, textOf, type HeapObject, type Value } from '../../engine/value.js';

/** So much of a text is read: nobody writes to more. */
const MAX_TEXT = 4096;
const ADDRESS = /^[^\s@<>"(),:;/\\]{1,64}@[^\s@<>"(),:;/\\]{1,190}\.[a-z][a-z\d-]{1,62}$/iu;
/** Of `Name <address>`. */
const BRACKETED = /<([^<>\s]{1,320})>$/u;
/** What a text is made of may be the caller's, or the operator's, who knows whom he has set. */
const GIVEN = '\uE000';
const OTHER = '\uE001';

const addressIn = (mailbox: string): string => BRACKETED.exec(mailbox)?.[1] ?? mailbox;
/** The mailboxes of a text, with commas or semicolons between them; those within a quoted name part nothing. */
const mailboxesIn = (text: string): readonly string[] =>
  text
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/"[^"]{0,200}"/gu, '')
    .split(/[,;\n]/u)
    .map((each) => addressIn(each.trim()));

const isAddress = (text = ''): boolean => ADDRESS.test(text);

/** Whether a value is an address that stands in the code: a text, or an object that has one as its `address`. */
export const isFixedOne = (value: Value): boolean =>
  (value.constants ?? []).some((text) => mailboxesIn(String(text)).some(isAddress)) ||
  value.objects.some(({ fields }) => isAddress(textOf(fields.get('address'))));

export const isFixed = (value: Value): boolean =>
  isFixedOne(value) || value.objects.some(({ items }) => items?.some(isFixedOne) ?? false);

/** Where what the operator has set comes from. */
const OPERATORS: ReadonlySet<Taint['source']['kind']> = new Set(['environment', 'file-content']);
const SETTINGS = /env(?![a-z])|environ|config|setting/iu;

/** Whether a value is none of the program's own, and not its operator's. */
export const isGiven = (value: Value): boolean =>
  !value.constants &&
  value.objects.length === 0 &&
  !value.taints.some(({ source }) => OPERATORS.has(source.kind)) &&
  !pathsOf(value).some((path) => SETTINGS.test(path));

export const itemsOf = ({ items, rest }: HeapObject): readonly Value[] => [
  ...(items ?? []),
  ...(rest ? [rest] : []),
];

/** Whether a text names a fixed address and one that is given, one beside the other. */
function isMixedText(parts: readonly Value[]): boolean {
  const text = parts.map((part) => textOf(part) ?? (isGiven(part) ? GIVEN : OTHER)).join('');
  const all = mailboxesIn(text);
  return (
    all.some((each) => isAddress(each) && !each.includes(GIVEN) && !each.includes(OTHER)) &&
    all.some((each) => each.includes(GIVEN) && !/[\s/:<>]/u.test(each))
  );
}

/** Whether a list, or a text that holds one, names a fixed address beside those that it is about. */
export const isAmongOthers = ({ objects, parts }: Value): boolean =>
  objects.some((object) => {
    const all = itemsOf(object);
    return all.some(isFixed) && all.some(isGiven);
  }) ||
  (parts !== undefined && isMixedText(parts));
