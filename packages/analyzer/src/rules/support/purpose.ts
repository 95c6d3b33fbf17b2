import { TOOL } from '../../engine/flow.js';
import type { Frame } from '../../engine/machine.js';
import { wordsOf } from '../../engine/secret-names.js';
import type { Taint } from '../../engine/taint.js';

/** The names that mark a tool as designed for a purpose: its parameter is what it runs, fetches or queries. */
export interface Purpose {
  /** Words in the names of its parameters. */
  readonly parameters: ReadonlySet<string>;
  /** Words in the tool's name; undefined when the parameter's name is enough. */
  readonly tools?: ReadonlySet<string>;
}

const hasWord = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

/** The names that a client may know this code by: the tool's, or those of the functions in the call stack. */
function namesOf(frame: Frame, taint: Taint): readonly string[] {
  const functions: string[] = [];
  for (let each: Frame | undefined = frame; each; each = each.caller) {
    const known = each.scope.flow.get(TOOL)?.constants;
    if (known?.length === 1) return [String(known[0])];
    if (each.function && each.function.name !== '') functions.unshift(each.function.name);
  }
  if (taint.source.entry !== '') return [taint.source.entry];
  return frame.entry.name === '' ? functions : [frame.entry.name];
}

/** The name of the tool, or else of its handler; empty if neither has one. */
export const toolName = (frame: Frame, taint: Taint): string => namesOf(frame, taint)[0] ?? '';

/** Whether the tool is designed to use this parameter in this way. */
export const isByDesign = (taint: Taint, frame: Frame, { parameters, tools }: Purpose): boolean =>
  taint.source.kind === 'tool-parameter' &&
  hasWord(taint.source.name, parameters) &&
  (!tools || namesOf(frame, taint).some((name) => hasWord(name, tools)));

/** The source to report: the first that is not used by design, else the first. */
export function worstOf(
  taints: readonly Taint[],
  frame: Frame,
  purpose: Purpose,
): { readonly taint: Taint; readonly byDesign: boolean } | undefined {
  const [first] = taints;
  if (!first) return undefined;
  const other = taints.find((taint) => !isByDesign(taint, frame, purpose));
  return { taint: other ?? first, byDesign: other === undefined };
}
