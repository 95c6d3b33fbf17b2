import { derive } from '../engine/derive.js';
import { SanitizedFor } from '../engine/taint.js';
import { concatenate, knownPrefix } from '../engine/texts.js';
import { externalValue, UNKNOWN } from '../engine/value.js';
import { given, made, mixed, resultTargets, type Model, type ArgumentIndex } from './model.js';

/** An address read of a text, or told as one again: it begins as the text does. */
export const sameUrl =
  (index: ArgumentIndex): Model =>
  (event, machine) => {
    const { parts, constants } = given(event, index);
    return {
      ...UNKNOWN,
      ...made(index, { checks: SanitizedFor.URL, suffix: '%url' })(event, machine),
      ...(constants ? { constants } : parts && { parts }),
      targets: resultTargets(event),
    };
  };

/** A path, which stays at the host of the address that it is put below. */
const IS_BELOW = /^(?:\/(?!\/)|\.|\?|[\w.-]+\/)/u;

/** `urljoin(base, url)`. */
export const joinedUrl: Model = (event, machine) => {
  const url = given(event, 1);
  const base = given(event, 0);
  if (IS_BELOW.test(knownPrefix(url))) return concatenate([base, url], event.frame, machine);
  return mixed(event, machine);
};

/**
 * `new URL(url, base)`. What is checked of its host is checked of the text; a path that is put below a base stays at the
 * base's host, while a whole URL takes the base's place.
 */
export const madeUrl: Model = (event, machine) => {
  const url = given(event, 0);
  const base = event.arguments.positional[1];
  const isBelow = base !== undefined && IS_BELOW.test(knownPrefix(url));
  const text = isBelow ? concatenate([base, url], event.frame, machine) : url;
  const { targets } = externalValue('URL()');
  return {
    ...derive(text, event.frame, machine, { checks: SanitizedFor.URL, suffix: '%url' }),
    ...(text.constants ? { constants: text.constants } : text.parts && { parts: text.parts }),
    targets,
  };
};
