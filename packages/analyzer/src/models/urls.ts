import { resultTargets } from '../engine/values/external-values.js';
import { derive } from '../engine/values/derive.js';
import { SanitizedFor } from '../engine/values/taint.js';
import { concatenate, constantPrefix } from '../engine/expressions/texts.js';
import { externalValue, UNKNOWN } from '../engine/values/value.js';
import { made, mixed, type Model } from './model.js';
import { type ArgumentIndex, argument } from '../engine/expressions/call-arguments.js';

/** A parsed URL, or one formatted as a text again: it starts as the original text does. */
export const sameUrl =
  (index: ArgumentIndex): Model =>
  (event, machine) => {
    const { parts, constants } = argument(event, index);
    return {
      ...UNKNOWN,
      ...made(index, { checks: SanitizedFor.URL, suffix: '%url' })(event, machine),
      ...(constants ? { constants } : parts && { parts }),
      targets: resultTargets(event),
    };
  };

/** A path that, resolved against a base URL, stays on the base's host. */
const IS_BELOW = /^(?:\/(?!\/)|\.|\?|[\w.-]+\/)/u;

/** `urljoin(base, url)`. */
export const joinedUrl: Model = (event, machine) => {
  const url = argument(event, 1);
  const base = argument(event, 0);
  if (IS_BELOW.test(constantPrefix(url))) return concatenate([base, url], event.frame, machine);
  return mixed(event, machine);
};

/**
 * `new URL(url, base)`. Checks of its host count for the text; a relative path stays on the base's host, while an
 * absolute URL replaces the base.
 */
export const madeUrl: Model = (event, machine) => {
  const url = argument(event, 0);
  const base = event.arguments.positional[1];
  const isBelow = base !== undefined && IS_BELOW.test(constantPrefix(url));
  const text = isBelow ? concatenate([base, url], event.frame, machine) : url;
  const { targets } = externalValue('URL()');
  return {
    ...derive(text, event.frame, machine, { checks: SanitizedFor.URL, suffix: '%url' }),
    ...(text.constants ? { constants: text.constants } : text.parts && { parts: text.parts }),
    targets,
  };
};
