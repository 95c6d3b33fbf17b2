import { unknownResult } from '../../../engine/calls.js';
import { SanitizedFor, sanitize } from '../../../engine/taint.js';
import { all, decoded, given, sanitizedFor, type Model } from '../../../models/model.js';

/** Quotes, brackets and stars stay: a word of a command, but the name of a program as well. */
const ENCODED = SanitizedFor.URL | SanitizedFor.PATH | SanitizedFor.LINKS | SanitizedFor.SHELL;

/**
 * `new URLSearchParams({ name: value })`: its text holds names and values encoded. Of one that is read of a text, the characters between
 * the pairs are as they were.
 */
const query: Model = (event, machine) => {
  const { objects, taints } = given(event, 0);
  const result = unknownResult(event, machine);
  if (objects.length === 0 || taints.length > 0) return result;
  return { ...result, taints: sanitize(result.taints, ENCODED) };
};

/** Texts that become parts of addresses, and what they were before. */
export const QUERIES: Readonly<Record<string, Model>> = {
  encodeURIComponent: sanitizedFor(0, ENCODED),
  ...all(['decodeURIComponent', 'decodeURI', 'unescape', 'querystring.unescape'], decoded(0)),
  ...all(['URLSearchParams', 'url.URLSearchParams'], query),
  ...all(
    [
      'URLSearchParams().get',
      'URLSearchParams().getAll',
      'URLSearchParams().values',
      'URLSearchParams().entries',
    ],
    decoded('receiver'),
  ),
};
