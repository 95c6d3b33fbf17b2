import { unknownResult } from '../../../engine/calls/calls.js';
import { SanitizedFor, sanitize } from '../../../engine/values/taint.js';
import { byName, decoded, made, sanitizedFor, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';

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

/** Functions of libraries whose result has no markup, or none that runs anything. */
const ESCAPING = [
  'escape-html',
  'html-escaper.escape',
  'he.encode',
  'he.escape',
  'lodash.escape',
  'validator.escape',
  'entities.escapeUTF8',
  'entities.encodeHTML',
  'sanitize-html',
  'xss',
  'dompurify.sanitize',
  'isomorphic-dompurify.sanitize',
];

/** Encoding for parts of URLs, and decoding. */
export const QUERIES: Readonly<Record<string, Model>> = {
  encodeURIComponent: sanitizedFor(0, ENCODED | SanitizedFor.HTML),
  ...byName(ESCAPING, made(0, { sanitizedFor: SanitizedFor.HTML })),
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
