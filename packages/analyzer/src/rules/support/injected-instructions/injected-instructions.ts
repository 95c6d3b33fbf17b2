import { blocksIn } from './blocks.js';
import { collectionIn } from './collection.js';
import { decodedIn } from './encodings.js';
import { foreignToolsIn, type IsOwn } from './foreign-tools.js';
import { hiddenIn } from './invisible.js';
import { markersIn } from './markers.js';
import { phrasesIn } from './phrases.js';
import { sentencesOf } from './plain-text.js';
import { sendingIn } from './sending.js';
import { standingOrdersIn } from './standing-orders.js';
import type { Signal } from './signals.js';

/** Of longer descriptions, which no client displays, only the beginning and the end are read. */
const MAX_TEXT = 120_000;

/** The part of a text that is read. */
const readOf = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT / 2)}\n\n${text.slice(-MAX_TEXT / 2)}`;

function* plainSignals(text: string, isOwn: IsOwn): Generator<Signal> {
  const sentences = sentencesOf(text);
  for (const [index, sentence] of sentences.entries()) {
    yield* phrasesIn(sentence);
    const collection = collectionIn(sentence, sentences[index + 1] ?? '');
    if (collection) yield collection;
    const sending = sendingIn(sentence);
    if (sending) yield sending;
    yield* foreignToolsIn(sentence, isOwn);
    yield* standingOrdersIn(sentence);
  }
}

/**
 * The indicators of injected instructions in a text that describes something to a model. The order of calls within one
 * server and emphasis on how to use a tool do not count.
 * @param isOwn whether a name is that of something in this package
 */
export function signalsIn(text: string, isOwn: IsOwn): readonly Signal[] {
  const read = readOf(text);
  const signals = [...plainSignals(read, isOwn), ...blocksIn(read), ...markersIn(read)];
  // Invisible characters alone are a finding of their own.
  for (const { before } of hiddenIn(read)) signals.push({ kind: 'invisible', weight: 0.5, words: before });
  for (const { blob, text: plain } of decodedIn(read)) {
    // What is encoded is hidden from reviewers, whoever's tools it is about.
    const inner = [...plainSignals(plain, () => false)].some(({ weight }) => weight >= 0.5);
    signals.push({ kind: 'encoded', weight: inner ? 2 : 1, words: blob.slice(0, 40) });
  }
  return signals;
}
