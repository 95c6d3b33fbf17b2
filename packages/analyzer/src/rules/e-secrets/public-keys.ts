/** Keys that are handed to every visitor of a page by design: PostHog, Mapbox, Stripe, Sentry. */
const PUBLIC_FORM =
  /^(?:phc_[A-Za-z0-9]{20,}|pk\.eyJ[\w-]+\.[\w-]+|pk_(?:live|test)_[A-Za-z0-9]{10,}|https?:\/\/[0-9a-f]{32}(?::[0-9a-f]{32})?@[\w.-]*(?:sentry|ingest)[\w.-]*\/\d+)$/u;

/** Whether a key says of itself that it is public. */
export const isPublicKey = (literal: string): boolean => PUBLIC_FORM.test(literal.trim());

/** How far from a literal the other fields of its object are looked for. */
const AROUND = 300;
/** What a search of documents is made of: an application, an index, and a key that can only search. */
const APPLICATION = /\b(?:appId|applicationId|applicationID|app_id|application_id)\b/u;
const INDEX = /\b(?:indexName|index_name|indexUid)\b/u;
/** Firebase in a browser. */
const FIREBASE = /\b(?:authDomain|messagingSenderId)\b/u;
/** With a key that only searches, nothing is written. */
const WRITES = /admin|saveObjects?\b|addObjects?\b|deleteObjects?\b|replaceAllObjects|setSettings|write/iu;

/** Further along a line no literal is looked for: people do not write such lines. */
const MAX_LINE = 100_000;

/** What stands around a place in a line, over as many other lines as that takes. */
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
 * Whether a key stands beside fields that go with keys for browsers alone.
 * @param line the line of the literal, from 1; of one of several lines it is the first
 */
export function standsWithPublic(lines: readonly string[], line: number, literal: string): boolean {
  const [first = ''] = literal.split('\n');
  const index = lines[line - 1]?.slice(0, MAX_LINE).indexOf(first) ?? -1;
  if (index < 0) return false;
  const around = textAround(lines, line, index, index + first.length);
  return FIREBASE.test(around) || (APPLICATION.test(around) && INDEX.test(around) && !WRITES.test(around));
}
