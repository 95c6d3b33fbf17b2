import { argument, type ArgumentIndex } from '../engine/expressions/call-arguments.js';
import type { CallEvent } from '../engine/events.js';
import type { Value } from '../engine/values/value.js';
import { decoded, type Model } from './model.js';

/** Longer encoded texts are data. */
const MAX_ENCODED = 4000;
/** What bytes that are no text contain. */
// eslint-disable-next-line no-control-regex -- these characters are looked for
const NO_TEXT = /[\u0000-\u0008\v\f\u000E-\u001F\u007F\uFFFD]|^$/u;

/** An encoding of bytes as text. */
type Encoding = 'base64' | 'hex';

function decode(text: string, encoding: Encoding): string | undefined {
  if (text.length > MAX_ENCODED) return undefined;
  const plain = Buffer.from(text.trim(), encoding).toString('utf8');
  return NO_TEXT.test(plain) ? undefined : plain;
}

/** The contents of constants of the program, if all of them encode texts. */
function contentsOf({ constants = [] }: Value, encoding: Encoding): readonly string[] | undefined {
  const texts = constants.flatMap((each) => (typeof each === 'string' ? (decode(each, encoding) ?? []) : []));
  return texts.length > 0 && texts.length === constants.length ? texts : undefined;
}

/** The result of decoding a text; of constants of the program, their contents if those are texts. */
export const decodedFrom =
  (index: ArgumentIndex, encodingOf: (event: CallEvent) => Encoding): Model =>
  (event, machine) => {
    const result = decoded(index)(event, machine);
    const constants = contentsOf(argument(event, index), encodingOf(event));
    return result && constants ? { ...result, constants } : result;
  };
