import { TOOL } from '../../engine/flow.js';
import type { Frame } from '../../engine/machine.js';
import { wordsOf } from '../../engine/secret-names.js';
import type { Taint } from '../../engine/taint.js';

/** What a tool is for when its parameter is the very thing that it runs, fetches or asks. */
export interface Purpose {
  /** Words in the names of such parameters. */
  readonly parameters: ReadonlySet<string>;
  /** Words in the names of such tools; none when the parameter alone tells. */
  readonly tools?: ReadonlySet<string>;
}

const hasWord = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

/** The names under which a client asks for what is run here: the tool's, or those of the functions on the way to it. */
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

/** The tool that is called, or else its handler; empty where neither has a name. */
export const toolName = (frame: Frame, taint: Taint): string => namesOf(frame, taint)[0] ?? '';

/** Whether a tool is there to do with this parameter what is done with it. */
export const isByDesign = (taint: Taint, frame: Frame, { parameters, tools }: Purpose): boolean =>
  taint.source.kind === 'tool-parameter' &&
  hasWord(taint.source.name, parameters) &&
  (!tools || namesOf(frame, taint).some((name) => hasWord(name, tools)));

/** The one of several sources to report: the first that is not there by design, else the first. */
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
