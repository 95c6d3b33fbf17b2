import type { Value } from '../../engine/value.js';
import { ownTexts } from '../support/own-texts.js';

/** Words that tell a model that what follows is not to be obeyed. */
const WORDS =
  /untrusted|un-?verified content|\b(?:no|not|never|nor|without)\b[^.\n]{0,40}\b(?:instructions?|commands?|orders?|requests?)\b|treat[^.\n]{0,60}\bas (?:plain |mere )?data\b|\bis (?:only )?data\b|do not (?:follow|obey|act on|execute)|<\/?(?:external|foreign|quoted|untrusted|fetched|document|web[-_]?content)/iu;
const FIELDS = /untrusted|external_?content|foreign/iu;

const DEPTH = 6;

function* fieldNames(value: Value, depth = DEPTH): Generator<string> {
  if (depth === 0) return;
  for (const { fields, items, rest } of value.objects) {
    yield* fields.keys();
    for (const inner of [...fields.values(), ...(items ?? []), ...(rest ? [rest] : [])])
      yield* fieldNames(inner, depth - 1);
  }
}

/** Whether an answer says of what it quotes that it comes from strangers. */
export function isMarked(value: Value): boolean {
  for (const text of ownTexts(value)) if (WORDS.test(text)) return true;
  for (const name of fieldNames(value)) if (FIELDS.test(name)) return true;
  return false;
}
