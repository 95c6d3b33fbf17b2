import type { CallEvent, Event, Frame } from '../../engine/machine.js';
import { constantOf, type Value } from '../../engine/value.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lineText } from '../support/places.js';
import type { PackageView, Report } from '../rule.js';
import {
  callsAsked,
  callsCompared,
  choicesGiven,
  choicesReturned,
  type Kept,
  type TextChoice,
} from './stored-counts.js';

interface Choice {
  readonly frame: Frame;
  readonly choice: TextChoice;
}

/** Calls that register a tool under a text: `server.tool(name, text, …)`. */
const REGISTERS = /^(?:tool|registerTool|addTool|add_tool)$/u;

const isChosen = (value: Value | undefined): boolean =>
  value !== undefined && constantOf(value) === undefined;

/** Remembers which descriptions are not one fixed text, and the functions and places that choose among several. */
export class ChosenDescriptions {
  /** By the name of the function whose result it is. */
  private readonly returned = new Map<string, Choice[]>();
  private readonly given = new Map<TextChoice['test'], Choice>();
  /** Where descriptions are said. */
  private readonly places = new Map<string, { readonly file: string; readonly line: number }>();

  readonly hearCall = ({ frame, node, method = '', arguments: { named, positional } }: CallEvent): void => {
    for (const choice of choicesGiven(node.arguments)) this.given.set(choice.test, { frame, choice });
    if (isChosen(named.get('description')))
      this.meet(frame, node.arguments.find(({ name }) => name === 'description')?.value.line ?? node.line);
    if (REGISTERS.test(method) && isChosen(positional[1])) this.meet(frame, node.arguments[1]?.value.line ?? node.line); // prettier-ignore
  };

  readonly hearStore = ({ frame, lines, name, value }: Extract<Event, { kind: 'store' }>): void => {
    if (/^description$/iu.test(name) && isChosen(value)) this.meet(frame, lines.line);
  };

  private meet({ module: file }: Frame, line: number): void {
    this.places.set(`${file}:${line}`, { file, line });
  }

  /** A function that may be asked for a description. */
  scan(definition: FunctionDefinition, frame: Frame): void {
    if (definition.name === '') return;
    const choices = choicesReturned(definition).map((choice) => ({ frame, choice }));
    if (choices.length > 0)
      this.returned.set(definition.name, [...(this.returned.get(definition.name) ?? []), ...choices]);
  }

  /**
   * @param keepers functions that keep something for the next start
   * @param isDeadline whether a test asks if a fixed date has come
   */
  tell(
    view: PackageView,
    keepers: ReadonlyMap<string, Kept>,
    isDeadline: (test: Expression, module: string) => boolean,
    report: Report,
  ): void {
    const lines = [...this.places.values()].map(({ file, line }) => lineText(view, file, line));
    const asked = [...this.returned].filter(([name]) => lines.some((line) => line.includes(`${name}(`)));
    for (const { frame, choice } of [...this.given.values(), ...asked.flatMap(([, choices]) => choices)]) {
      const { test } = choice;
      const keeper = [...callsAsked(test), ...callsCompared(test, frame.function)].find((name) => keepers.has(name)); // prettier-ignore
      if (keeper === undefined && !isDeadline(test, frame.module)) continue;
      const by = keeper === undefined ? 'a date' : `\`${keeper}\`, which keeps ${keepers.get(keeper) ?? 'a state'} from one start to the next`; // prettier-ignore
      report({
        at: frame,
        lines: choice,
        sink: keeper === undefined ? 'description by date' : `description by ${keeper}`,
        description: `Which description a tool has is decided by ${by}: whoever approves the tool has not seen the other one.`,
      });
    }
  }
}
