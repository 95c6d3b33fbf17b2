import { TOOL } from '../../engine/values/flow.js';
import type { Frame } from '../../engine/frame.js';
import { wordsOf } from '../../engine/values/secret-names.js';
import { DOUBTS, type Taint } from '../../engine/values/taint.js';
import type { Designed, DesignedUse, Operation } from '../../findings/designed.js';

/** How tools are named that are designed for an operation: their parameter is what they run, fetch or query. */
export interface Purpose {
  readonly operation: Operation;
  /** Words in the names of parameters. */
  readonly parameters: ReadonlySet<string>;
  /** Words in the names of tools. */
  readonly tools: ReadonlySet<string>;
}

const hasWord = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

/** The names of the tools that may be running: those of the branch, of the source or of the entry. */
function toolsAt(frame: Frame, { source }: Taint): readonly string[] {
  for (let each: Frame | undefined = frame; each; each = each.caller) {
    const known = each.scope.flow.get(TOOL)?.constants;
    if (known) return known.map(String);
  }
  if (source.entry !== '') return [source.entry];
  return frame.entry.name === '' ? [] : [frame.entry.name];
}

/** The name of the tool, or else of the outermost function; empty if neither has one. */
export function toolName(frame: Frame, taint: Taint): string {
  const [tool, ...others] = toolsAt(frame, taint);
  if (tool !== undefined && others.length === 0) return tool;
  let name = '';
  for (let each: Frame | undefined = frame; each; each = each.caller)
    if (each.function && each.function.name !== '') name = each.function.name;
  return name;
}

/** Whether a parameter's name fits a purpose. Whether its tool is there for it is known at the end. */
const fitsPurpose = ({ source }: Taint, { parameters }: Purpose): boolean =>
  source.kind === 'tool-parameter' && hasWord(source.name, parameters);

const useOf = (frame: Frame, taint: Taint): DesignedUse => ({
  tools: toolsAt(frame, taint),
  parameter: taint.source.name,
});

/**
 * The source that a rule reports, and the condition for it. For the rule about tools designed for a purpose, there is none
 * unless all parameters fit.
 * @param fits whether a value is used for the purpose, as far as its flow shows
 */
export function reportedFor(
  taints: readonly Taint[],
  frame: Frame,
  purpose: Purpose,
  side: Designed['side'],
  fits: (taint: Taint) => boolean = () => true,
): { readonly taint: Taint; readonly designed?: Designed } | undefined {
  const [first] = taints;
  if (!first) return undefined;
  const fitting = taints.filter((taint) => fitsPurpose(taint, purpose) && fits(taint));
  const others = taints.filter((taint) => !fitting.includes(taint));
  const other = others.find((taint) => !isCovered(taint, fitting, frame, purpose));
  if (other) return side === 'other' ? { taint: other } : undefined;
  const { operation, tools: named } = purpose;
  return {
    taint: (side === 'other' ? others[0] : fitting[0]) ?? first,
    designed: { side, operation, named, uses: fitting.map((each) => useOf(frame, each)) },
  };
}

/** Whoever may run any command gains nothing by another parameter of the same tool in the same text. */
const WHOLE: ReadonlySet<Operation> = new Set(['command', 'remote', 'code']);

/**
 * Whether a tool that is there to run what one parameter says takes this one into the same text: the folder that a command
 * starts in, its environment. A parameter that is checked covers none, because another one leads around the check.
 */
const isCovered = (taint: Taint, fitting: readonly Taint[], frame: Frame, { operation }: Purpose): boolean =>
  WHOLE.has(operation) &&
  taint.source.kind === 'tool-parameter' &&
  fitting.some(
    (each) =>
      (each.sanitizedFor & DOUBTS) === 0 &&
      toolsAt(frame, each).join('\0') === toolsAt(frame, taint).join('\0'),
  );
