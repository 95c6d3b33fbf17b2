import { WHOLE_ENVIRONMENT } from '../../engine/expressions/environment.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { SanitizedFor, type Source, type Taint } from '../../engine/values/taint.js';
import { constantValue, type Value } from '../../engine/values/value.js';
import { describeAddress } from '../../models/addresses.js';
import { together } from '../support/flow-reports.js';
import type { Lines } from '../../ir/program.js';
import { calledIn } from '../../ir/walk.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import { CONNECTIONS, fixedAddress, isForeign, outflowOf, OUTFLOWS } from '../support/outflows.js';
import type { Checks, Report, Rule, StoreEvent } from '../rule.js';

const environmentIn = (value: Value, frame: Frame): Taint | undefined =>
  taintsWithin(value, frame, 6).find(
    ({ source, sanitizedFor }) =>
      source.kind === 'environment' &&
      source.name === WHOLE_ENVIRONMENT &&
      (sanitizedFor & SanitizedFor.SECRET) === 0,
  );

const DESCRIPTION =
  'All variables of the environment leave the server, and with them every token that it was given.';

/** A value with more possible objects is too imprecise to track. */
const MAX_OBJECTS = 8;

/** The function that code belongs to, or the module. */
const codeOf = ({ function: definition, scope }: Frame): object => definition ?? scope;

/** Records the variables that modules keep the environment in, and the functions that read it. */
class Answers {
  /** Module-level aliases, which are not yet part of an answer. */
  private readonly aliases = new Set<Source>();
  /** The name of the function that read each source. */
  private readonly readers = new Map<Source, string>();

  /** The code that connects to another machine by an address of its own. */
  private readonly connected = new Map<object, string>();

  readonly checks: Checks = {
    calls: {
      ...together(
        byName(CONNECTIONS, (event: CallEvent) => this.onConnection(event)),
        byName(OUTFLOWS, (event: CallEvent, report: Report) => this.onSent(event, report)),
      ),
      ...byName(['.json', '.send', '.end'], (event: CallEvent, report: Report) =>
        this.onRoute(event, report),
      ),
    },
    events: {
      store: (event) => this.onStore(event),
      answer: ({ frame, lines, value }, report) => {
        const taint = environmentIn(value, frame);
        if (taint) this.reportFinding(taint, 'answer', frame, lines, report);
      },
    },
  };

  private onConnection(event: CallEvent): void {
    const address = fixedAddress(event);
    if (address !== undefined && isForeign(address)) this.connected.set(codeOf(event.frame), address);
  }

  private onSent(event: CallEvent, report: Report): void {
    const outflow = outflowOf(event);
    for (const value of outflow?.sent ?? []) {
      const taint = environmentIn(value, event.frame);
      if (!taint) continue;
      const to = outflow?.to ?? this.connected.get(codeOf(event.frame));
      const isFixed = to !== undefined && isForeign(to);
      report({
        at: event.frame,
        lines: event.node,
        sink: sinkOf(event),
        taint,
        ...(isFixed && { severity: 'critical' }),
        description: isFixed
          ? `All variables of the environment are sent to \`${describeAddress(constantValue(to))}\`, an address in the code: every token that the server was given leaves with them.`
          : DESCRIPTION,
      });
      return;
    }
  }

  private onStore({ frame, value, object }: StoreEvent): void {
    const { objects, taints } = value;
    if (objects.length + taints.length === 0 || objects.length > MAX_OBJECTS) return;
    const isAlias = !frame.function && !object && taints.length > 0;
    this.track(taints, frame, isAlias);
    for (const { fields, items, rest } of objects) {
      for (const field of fields.values()) this.track(field.taints, frame, isAlias);
      for (const item of items ?? []) this.track(item.taints, frame, isAlias);
      if (rest) this.track(rest.taints, frame, isAlias);
    }
  }

  private track(taints: readonly Taint[], { function: definition }: Frame, isAlias: boolean): void {
    for (const { source } of taints) {
      if (source.kind !== 'environment') continue;
      if (isAlias) this.aliases.add(source);
      if (definition && !this.readers.has(source)) this.readers.set(source, definition.name);
    }
  }

  /** Routes answer by calling a method. */
  private onRoute(event: CallEvent, report: Report): void {
    const { frame, node } = event;
    if (!inHandler(frame) || frame.entry.kind !== 'route') return;
    for (const value of event.arguments.positional) {
      const taint = environmentIn(value, frame);
      if (taint) {
        this.reportFinding(taint, sinkOf(event), frame, node, report);
        return;
      }
    }
  }

  /**
   * Whether the answering function calls the one that reads the environment by name; then it decides to return it. A
   * handler that gathers its parts from a table does not.
   */
  private isCalledFrom(source: Source, { function: definition }: Frame): boolean {
    const reader = this.readers.get(source) ?? '';
    return reader !== '' && definition !== undefined && calledIn(definition).has(reader);
  }

  /** Reported where the environment is read, because the fix belongs there, not where the answer is composed. */
  private reportFinding(taint: Taint, sink: string, frame: Frame, lines: Lines, report: Report): void {
    const { source } = taint;
    const isSame = source.file === frame.module && source.line === lines.line;
    const isHere = isSame || this.aliases.has(source) || this.isCalledFrom(source, frame);
    const end = { file: frame.module, line: lines.line };
    report({
      ...(isHere
        ? { at: frame, lines }
        : { at: { ...frame, module: source.file }, lines: { line: source.line, endLine: source.line }, end }),
      sink,
      taint,
      description: DESCRIPTION,
    });
  }
}

/** The environment usually contains the server's tokens. */
export const environmentLeaves: Rule = {
  id: 'MCP-F001',
  class: 'F',
  title: 'Whole environment returned or sent',
  severity: 'high',
  confidence: 'high',
  cwe: 526,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: '`process.env`, `os.environ` or `os.Environ()` as a whole, or what a filter leaves of it, in an answer, a request, a socket or the arguments of `curl`. It is critical where the address is in the code.',
  why: 'Clients start servers with tokens in their environment: the model, its provider and the log of the conversation get all of them.',
  example: {
    language: 'typescript',
    bad: 'return json({ platform, env: process.env });',
    good: 'return json({ platform, proxyConfigured: Boolean(process.env.HTTPS_PROXY) });',
  },
  fix: 'Return the few variables that are needed, by their names, and of secrets only whether they are set.',
  notCounted: ['the environment given to a program that the server starts', 'how many variables there are'],
  remembering: () => new Answers().checks,
};
