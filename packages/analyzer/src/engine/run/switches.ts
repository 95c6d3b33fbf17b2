import type { Case, Switch } from '../../ir/program.js';
import { certainMatch } from '../flow/changing.js';
import { follow } from '../flow/deciding.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { caseGuards } from '../expressions/comparisons.js';
import { assumedOf } from '../values/assumptions.js';
import type { Flow } from '../values/flow.js';
import { either, NO_GUARDS } from '../values/guards.js';
import { branches, merge } from '../values/merging.js';
import { reasonOf } from '../values/reasons.js';
import { constantOf, maybe, type Fact, type Value } from '../values/value.js';
import { labelled, learning } from './learning.js';

/** The cases, with empty cases that fall through merged into the next one. */
function gathered(cases: readonly Case[]): Case[] {
  const all: Case[] = [];
  let tests: Case['tests'] = [];
  let isDefault = false;
  for (const each of cases) {
    tests = [...tests, ...each.tests];
    isDefault ||= each.tests.length === 0;
    if (each.body.length === 0 && each.falls) continue;
    all.push({ ...each, tests: isDefault ? [] : tests });
    tests = [];
    isDefault = false;
  }
  return all;
}

/** Labels the cases of a `switch` whose subject is known under assumptions. */
function usualCases(
  subject: Value | undefined,
  cases: readonly Case[],
  frame: Frame,
): ((tests: readonly Value[], isDefault: boolean) => void) | undefined {
  const { run } = frame.scope;
  const assumed = subject && assumedOf(subject, run);
  const constant = assumed && constantOf(assumed.value);
  if (!assumed || constant === undefined) return undefined;
  const isNamed = cases.some(({ tests }) =>
    tests.some((test) => test.kind === 'constant' && test.value === constant),
  );
  return (tests, isDefault) => {
    const isTaken = isDefault ? !isNamed : tests.some((test) => maybe(test, constant));
    follow(frame, { ...reasonOf(assumed), truth: true }, isTaken);
  };
}

/** Executes a `switch` statement. */
export function switchStatement(node: Switch, frame: Frame, machine: Machine): void {
  const subject = node.subject && machine.evaluate(node.subject, frame);
  const cases = gathered(node.cases);
  const breaks: Flow<Value>[] = [];
  const base = frame.scope.flow;
  frame.exits.push({ breaks, base, ...labelled(node) });
  /** The facts that follow from all earlier tests being false. */
  const missed: Fact[] = [];
  /** They all end at `break`. */
  const end = (): void => {
    if (frame.alive) breaks.push(frame.scope.flow);
    frame.alive = false;
  };
  let isMatched = false;
  const usual = usualCases(subject, cases, frame);
  const works = cases.map((each, index) => (): void => {
    learning(frame, machine, missed);
    const tests = each.tests.map((test) => machine.evaluate(test, frame));
    usual?.(tests, each.tests.length === 0);
    const matches = isMatched ? false : certainMatch(subject, tests);
    isMatched ||= matches === true;
    if (matches === false) {
      frame.alive = false;
      return;
    }
    const [first, ...others] = tests.map(({ guards }) => guards ?? NO_GUARDS);
    learning(
      frame,
      machine,
      subject ? caseGuards(subject, tests, frame) : first && others.reduce(either, first).whenTrue,
    );
    if (!subject) missed.push(...tests.flatMap((test) => test.guards?.whenFalse ?? []));
    machine.execute(each.body, frame);
    for (let next = index; cases[next]?.falls && frame.alive; next += 1)
      machine.execute(cases[next + 1]?.body ?? [], frame);
    end();
  });
  const hasDefault = cases.some(({ tests }) => tests.length === 0);
  const noMatch = (): void => {
    learning(frame, machine, missed);
    usual?.([], true);
    if (isMatched) frame.alive = false;
    end();
  };
  branches(frame, hasDefault ? works : [...works, noMatch]);
  frame.exits.pop();
  if (breaks.length === 0) return;
  merge(base, breaks);
  frame.alive = true;
}
