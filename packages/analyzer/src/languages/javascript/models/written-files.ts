import { argument } from '../../../engine/expressions/call-arguments.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Evaluator } from '../../../engine/machine.js';
import { textOf, type Value } from '../../../engine/values/value.js';

/** The texts at the end of a list of parts, or else its first one: of a URL, what it is relative to comes last. */
function textsAtEnd(parts: readonly Value[]): readonly string[] {
  const texts = parts.map(textOf);
  const end = texts.findLastIndex((text) => text === undefined);
  const last = texts.slice(end + 1).filter((text) => text !== undefined);
  return last.length > 0 ? last : texts.filter((text) => text !== undefined).slice(0, 1);
}

/**
 * The file of the package that the first argument of a call names, relative to the calling file: `"./x.js"`,
 * `new URL("./x.js", import.meta.url)`, `path.join(__dirname, "lib", "x.js")`, `__dirname + "/x.js"`. The parts are looked at as
 * written: a URL or joined path no longer shows them.
 */
export function writtenFile(event: CallEvent, machine: Evaluator): string | undefined {
  const [first] = event.node.arguments;
  const value = argument(event, 0);
  const parts =
    first?.value.kind === 'call'
      ? first.value.arguments.map((each) => machine.evaluate(each.value, event.frame))
      : (value.parts ?? [value]);
  const path = textsAtEnd(parts).join('/');
  if (path === '') return undefined;
  return path.startsWith('.') ? path : `./${path.replace(/^\/+/u, '')}`;
}
