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

/**
 * Whether a key stands beside fields that go with keys for browsers alone.
 * @param line the line of the literal, from 1
 */
export function standsWithPublic(text: string, line: number, literal: string): boolean {
  let start = 0;
  for (let each = 1; each < line && start >= 0; each += 1) start = text.indexOf('\n', start) + 1 || -1;
  const index = start < 0 ? -1 : text.indexOf(literal, start);
  if (index < 0) return false;
  const around = text.slice(Math.max(0, index - AROUND), index + literal.length + AROUND);
  return FIREBASE.test(around) || (APPLICATION.test(around) && INDEX.test(around) && !WRITES.test(around));
}
