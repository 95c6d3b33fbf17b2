/** Keys that are public by design: PostHog, Mapbox, Stripe, Sentry. */
const PUBLIC_FORM =
  /^(?:phc_[A-Za-z0-9]{20,}|pk\.eyJ[\w-]+\.[\w-]+|pk_(?:live|test)_[A-Za-z0-9]{10,}|https?:\/\/[0-9a-f]{32}(?::[0-9a-f]{32})?@[\w.-]*(?:sentry|ingest)[\w.-]*\/\d+)$/u;

/** Whether a key is public by its format. */
export const isPublicKey = (literal: string): boolean => PUBLIC_FORM.test(literal.trim());

/** How many characters around a literal are searched for the other fields of its object. */
const AROUND = 300;
/** The configuration of a search: an application, an index, and a search-only key. */
const APPLICATION = /\b(?:appId|applicationId|applicationID|app_id|application_id)\b/u;
const INDEX = /\b(?:indexName|index_name|indexUid)\b/u;
/** Firebase in a browser. */
const FIREBASE = /\b(?:authDomain|messagingSenderId)\b/u;
/** Writing needs more than a search-only key. */
const WRITES = /admin|saveObjects?\b|addObjects?\b|deleteObjects?\b|replaceAllObjects|setSettings|write/iu;

/** Only the start of a line is searched; longer lines are generated. */
const MAX_LINE = 100_000;

/** The text around a text range in a line, continued on neighboring lines as needed. */
function textAround(lines: readonly string[], line: number, start: number, end: number): string {
  const own = lines[line - 1] ?? '';
  let before = own.slice(Math.max(0, start - AROUND), start);
  for (let above = line - 2; above >= 0 && before.length < AROUND; above -= 1)
    before = `${lines[above]?.slice(-AROUND) ?? ''}\n${before}`;
  let after = own.slice(end, end + AROUND);
  for (let below = line; below < lines.length && after.length < AROUND; below += 1)
    after += `\n${lines[below]?.slice(0, AROUND) ?? ''}`;
  return `${before.slice(-AROUND)}${own.slice(start, end)}${after.slice(0, AROUND)}`;
}

/**
 * Whether a key has sibling fields that only occur with keys for browsers.
 * @param line the line of the literal, from 1; the first one of a multiline literal
 */
export function hasPublicSiblings(lines: readonly string[], line: number, literal: string): boolean {
  const [first = ''] = literal.split('\n');
  const index = lines[line - 1]?.slice(0, MAX_LINE).indexOf(first) ?? -1;
  if (index < 0) return false;
  const around = textAround(lines, line, index, index + first.length);
  return FIREBASE.test(around) || (APPLICATION.test(around) && INDEX.test(around) && !WRITES.test(around));
}
