import type { Value } from '../../engine/value.js';

/** Words that tell a model that what follows is not to be obeyed. */
const WORDS =
  /untrusted|un-?verified content|\b(?:no|not|never|nor|without)\b[^.\n]{0,40}\b(?:instructions?|commands?|orders?|requests?)\b|treat[^.\n]{0,60}\bas (?:plain |mere )?data\b|\bis (?:only )?data\b|do not (?:follow|obey|act on|execute)|<\/?(?:external|foreign|quoted|untrusted|fetched|document|web[-_]?content)/iu;
const FIELDS = /untrusted|external_?content|foreign/iu;

const DEPTH = 6;

/** The texts of the program's own within a value, and the names of its fields. */
export function* ownTexts(value: Value, depth = DEPTH): Generator<string> {
  for (const constant of value.constants ?? []) if (typeof constant === 'string') yield constant;
  if (depth === 0) return;
  for (const part of value.parts ?? []) yield* ownTexts(part, depth - 1);
  for (const { fields, items, rest } of value.objects) {
    for (const field of fields.values()) yield* ownTexts(field, depth - 1);
    for (const item of items ?? []) yield* ownTexts(item, depth - 1);
    if (rest) yield* ownTexts(rest, depth - 1);
  }
}

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
