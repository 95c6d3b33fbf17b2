import type { CallEvent, Frame } from '../../../engine/machine.js';
import { constantOf, type Value } from '../../../engine/value.js';
import type { Expression, FunctionDefinition } from '../../../ir/program.js';
import type { PackageView, Report, StoreEvent } from '../../rule.js';
import {
  callsAsked,
  callsCompared,
  choicesGiven,
  choicesReturned,
  type Counts,
  type TextChoice,
} from './stored-counts.js';

/** A choice, and how the code that makes it ran. */
interface Choice {
  readonly frame: Frame;
  readonly choice: TextChoice;
}

/** Calls that register a tool under a text: `server.tool(name, text, …)`. */
export const REGISTRATIONS: readonly string[] = ['.tool', '.registerTool', '.addTool', '.add_tool'];

/** `loadDescription(…)`: the name of what is called. */
const CALLED = /([\p{L}\p{N}_$]+)\(/gu;

const isChosen = (value: Value | undefined): boolean =>
  value !== undefined && constantOf(value) === undefined;

/** Remembers which descriptions are not one fixed text, and the places that choose among several. */
export class ChosenDescriptions {
  private readonly given = new Map<TextChoice['test'], Choice>();
  /** Where descriptions are said: lines by their files. */
  private readonly places = new Map<string, Set<number>>();

  readonly onCall = ({ frame, node, arguments: { named } }: CallEvent): void => {
    for (const choice of choicesGiven(node.arguments)) this.given.set(choice.test, { frame, choice });
    if (isChosen(named.get('description')))
      this.see(frame, node.arguments.find(({ name }) => name === 'description')?.value.line ?? node.line);
  };

  /** Hears of a call that is one of `REGISTRATIONS`. */
  readonly onRegistration = ({ frame, node, arguments: { positional } }: CallEvent): void => {
    if (isChosen(positional[1])) this.see(frame, node.arguments[1]?.value.line ?? node.line);
  };

  /** Hears of what is stored as a description. */
  readonly onStore = ({ frame, lines, value }: StoreEvent): void => {
    if (isChosen(value)) this.see(frame, lines.line);
  };

  private see({ module: file }: Frame, line: number): void {
    this.places.set(file, (this.places.get(file) ?? new Set()).add(line));
  }

  /** The names that are called where descriptions are said. */
  private asked(view: PackageView): ReadonlySet<string> {
    const names = new Set<string>();
    for (const [file, places] of this.places) {
      const lines = view.file(file)?.lines ?? [];
      for (const line of places)
        for (const { 1: name = '' } of (lines[line - 1] ?? '').matchAll(CALLED)) names.add(name);
    }
    return names;
  }

  /**
   * The choices among descriptions: where they are said, and in functions that are asked for one.
   * @param functions those that ran, and how
   */
  choices(view: PackageView, functions: ReadonlyMap<FunctionDefinition, Frame>): readonly Choice[] {
    const asked = this.asked(view);
    const returned = [...functions].filter(([{ name }]) => asked.has(name));
    return [
      ...this.given.values(),
      ...returned.flatMap(([definition, frame]) =>
        choicesReturned(definition).map((choice) => ({ frame, choice })),
      ),
    ];
  }
}

/**
 * Reports the choices that are made by a date, or by what earlier starts have left.
 * @param counts what functions keep for the next start
 * @param isDeadline whether a test asks if a fixed date has come
 */
export function reportChoices(
  choices: readonly Choice[],
  counts: Counts,
  isDeadline: (test: Expression, module: string) => boolean,
  report: Report,
): void {
  for (const { frame, choice } of choices) {
    const { test } = choice;
    const keeper = [...callsAsked(test), ...callsCompared(test, frame.function)].find((name) =>
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
