import { escapeHidden } from '../../../../src/common/values/visible-text.ts';

/** Nothing to escape, as nearly every text. */
const PLAIN = /^[\t\n -~]*$/;
/** HTML shows them as space, and as what they are where lines are kept. */
const WHITESPACE = '\t\n';
/** What is shown or read out. */
const SHOWN = [
  'children',
  'title',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'placeholder',
];

function escaped(value: unknown): unknown {
  if (typeof value === 'string')
    return PLAIN.test(value) ? value : escapeHidden(value.replaceAll('\r\n', '\n'), WHITESPACE);
  // Functions, elements and numbers stay as they are.
  if (!Array.isArray(value)) return value;
  const parts = value.map(escaped);
  return parts.some((part, at) => part !== value[at]) ? parts : value;
}

/** The properties of an element, with what people see or hear of them escaped; the same object if nothing is hidden. */
export function escapedProps<Props>(props: Props): Props {
  const values = props as Readonly<Record<string, unknown>>;
  const changed = SHOWN.filter((name) => values[name] !== escaped(values[name]));
  if (changed.length === 0) return props;
  return { ...props, ...Object.fromEntries(changed.map((name) => [name, escaped(values[name])])) };
}
