import type { CallEvent } from '../../../engine/events.js';
import type { Frame } from '../../../engine/frame.js';
import { constantOf, type Value } from '../../../engine/values/value.js';
import type { Expression, FunctionDefinition } from '../../../ir/program.js';
import type { PackageView, Report, StoreEvent } from '../../rule.js';
import {
  callsTested,
  callsCompared,
  choicesGiven,
  choicesReturned,
  type Counts,
  type TextChoice,
} from './stored-counts.js';

/** A choice and a frame in which it ran. */
interface Choice {
  readonly frame: Frame;
  readonly choice: TextChoice;
}

/** Calls that register a tool with a text: `server.tool(name, text, …)`. */
export const REGISTRATIONS: readonly string[] = ['.tool', '.registerTool', '.addTool', '.add_tool'];

/** `loadDescription(…)`: the name of a called function. */
const CALLED = /([\p{L}\p{N}_$]+)\(/gu;

const isChosen = (value: Value | undefined): boolean =>
  value !== undefined && constantOf(value) === undefined;

/** Records which descriptions are not constant, and the expressions that choose among several. */
export class ChosenDescriptions {
  private readonly given = new Map<TextChoice['test'], Choice>();
  /** The lines on which descriptions are set, by file. */
  private readonly linesByFile = new Map<string, Set<number>>();

  readonly onCall = ({ frame, node, arguments: { named } }: CallEvent): void => {
    for (const choice of choicesGiven(node.arguments)) this.given.set(choice.test, { frame, choice });
    if (isChosen(named.get('description')))
      this.add(frame, node.arguments.find(({ name }) => name === 'description')?.value.line ?? node.line);
  };

  /** For calls in `REGISTRATIONS`. */
  readonly onRegistration = ({ frame, node, arguments: { positional } }: CallEvent): void => {
    if (isChosen(positional[1])) this.add(frame, node.arguments[1]?.value.line ?? node.line);
  };

  /** For stores to a description. */
  readonly onStore = ({ frame, lines, value }: StoreEvent): void => {
    if (isChosen(value)) this.add(frame, lines.line);
  };

  private add({ module: file }: Frame, line: number): void {
    this.linesByFile.set(file, (this.linesByFile.get(file) ?? new Set()).add(line));
  }

  /** The functions that are called where descriptions are set. */
  private calledFunctions(view: PackageView): ReadonlySet<string> {
    const names = new Set<string>();
    for (const [file, numbers] of this.linesByFile) {
      const lines = view.file(file)?.lines ?? [];
      for (const line of numbers)
        for (const { 1: name = '' } of (lines[line - 1] ?? '').matchAll(CALLED)) names.add(name);
    }
    return names;
  }

  /**
   * The choices among descriptions: where they are set, and in functions called for one.
   * @param functions the functions that ran, with a frame of each
   */
  choices(view: PackageView, functions: ReadonlyMap<FunctionDefinition, Frame>): readonly Choice[] {
    const calledFunctions = this.calledFunctions(view);
    const returned = [...functions].filter(([{ name }]) => calledFunctions.has(name));
    return [
      ...this.given.values(),
      ...returned.flatMap(([definition, frame]) =>
        choicesReturned(definition).map((choice) => ({ frame, choice })),
      ),
    ];
  }
}

/**
 * Reports choices that depend on a date or on state from earlier starts.
 * @param counts what functions persist across starts
 * @param isDeadline whether a test checks that a fixed date has passed
 */
export function reportChoices(
  choices: readonly Choice[],
  counts: Counts,
  isDeadline: (test: Expression, module: string) => boolean,
  report: Report,
): void {
  for (const { frame, choice } of choices) {
    const { test } = choice;
    const keeper = [...callsTested(test), ...callsCompared(test, frame.function)].find((name) =>
      counts.keptBy(name),
    );
    if (keeper === undefined && !isDeadline(test, frame.module)) continue;
    const by =
      keeper === undefined
        ? 'a date'
        : `\`${keeper}\`, which keeps ${counts.keptBy(keeper) ?? 'a state'} from one start to the next`;
    report({
      at: frame,
      lines: choice,
      sink: keeper === undefined ? 'description by date' : `description by ${keeper}`,
      description: `Which description a tool has is decided by ${by}: whoever approves the tool has not seen the other one.`,
    });
  }
}
