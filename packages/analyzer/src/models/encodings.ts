import { argument, type ArgumentIndex } from '../engine/call-arguments.js';
import type { CallEvent } from '../engine/machine.js';
import { textOf } from '../engine/value.js';
import { decoded, type Model } from './model.js';

/** Longer encoded texts are data. */
const MAX_ENCODED = 4000;
/** What a text consists of, rather than bytes. */
const TEXT = /^[\t\n\r\u0020-\u007E]+$/u;

/** An encoding of bytes as text. */
type Encoding = 'base64' | 'hex';

function decode(text: string, encoding: Encoding): string | undefined {
  if (text.length > MAX_ENCODED) return undefined;
  const plain = Buffer.from(text.trim(), encoding).toString('latin1');
  return TEXT.test(plain) ? plain : undefined;
}

/** The result of decoding a text; of a constant of the program, its content if that is a text. */
export const decodedFrom =
  (index: ArgumentIndex, encodingOf: (event: CallEvent) => Encoding): Model =>
  (event, machine) => {
    const result = decoded(index)(event, machine);
    const encoded = textOf(argument(event, index));
    const text = encoded === undefined ? undefined : decode(encoded, encodingOf(event));
    return result && text !== undefined ? { ...result, constants: [text] } : result;
  };
