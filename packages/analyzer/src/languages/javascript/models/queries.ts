import { unknownResult } from '../../../engine/calls.js';
import { SanitizedFor, sanitize } from '../../../engine/taint.js';
import { byName, decoded, sanitizedFor, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/call-arguments.js';

/** Quotes, brackets and stars are kept: one word of a command line, but possibly a program name. */
const ENCODED = SanitizedFor.URL | SanitizedFor.PATH | SanitizedFor.LINKS | SanitizedFor.SHELL;

/**
 * `new URLSearchParams({ name: value })`: its text contains the names and values encoded. When parsed from a text, the
 * characters between the pairs are unchanged.
 */
const query: Model = (event, machine) => {
  const { objects, taints } = argument(event, 0);
  const result = unknownResult(event, machine);
  if (objects.length === 0 || taints.length > 0) return result;
  return { ...result, taints: sanitize(result.taints, ENCODED) };
};

/** Encoding for parts of URLs, and decoding. */
export const QUERIES: Readonly<Record<string, Model>> = {
  encodeURIComponent: sanitizedFor(0, ENCODED),
  ...byName(['decodeURIComponent', 'decodeURI', 'unescape', 'querystring.unescape'], decoded(0)),
  ...byName(['URLSearchParams', 'url.URLSearchParams'], query),
  ...byName(
    [
      'URLSearchParams().get',
      'URLSearchParams().getAll',
      'URLSearchParams().values',
      'URLSearchParams().entries',
    ],
    decoded('receiver'),
  ),
};
