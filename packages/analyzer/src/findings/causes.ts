import { createHash } from 'node:crypto';
import type { Frame } from '../engine/frame.js';
import { CLIENT_SOURCES, type Step, type Taint } from '../engine/values/taint.js';
import type { FunctionDefinition } from '../ir/program.js';
import { compareText } from '../common/text-order.js';
import type { Found } from './found.js';

/** The location whose change would fix a finding: a helper that the value passes through, or else the sink. */
export interface Cause {
  readonly file: string;
  readonly line: number;
  /** The name of the helper; undefined for a sink. */
  readonly helper: string | undefined;
}

/** A possible cause, and what identifies it in any version of the file: no line numbers. */
interface Candidate extends Cause {
  readonly identity: string;
}

/** The parts of a finding that its cause depends on. */
export interface Reported {
  readonly ruleId: string;
  readonly file: string;
  readonly found: Found;
}

/** The functions that are running at a location. */
function runningAt(at: Found['at']): ReadonlySet<FunctionDefinition> {
  const running = new Set<FunctionDefinition>();
  if (!('entry' in at)) return running;
  for (let frame: Frame | undefined = at; frame; frame = frame.caller)
    if (frame.function) running.add(frame.function);
  return running;
}

/** Functions that keep a value rather than return it. */
const isKeeper = ({ kind, name }: FunctionDefinition): boolean =>
  kind === 'constructor' || kind === 'setter' || name === '__init__';

/** The functions that got a client's value and returned it, the last one first. */
function helpersOf(ruleId: string, taint: Taint | undefined, at: Found['at']): Candidate[] {
  if (!taint || !CLIENT_SOURCES.has(taint.source.kind)) return [];
  const running = runningAt(at);
  const helpers = new Map<FunctionDefinition, Candidate>();
  for (let step: Step | undefined = taint.last; step; step = step.previous) {
    if (!step.into) continue;
    const { function: definition, scope } = step.into;
    if (running.has(definition) || isKeeper(definition) || helpers.has(definition)) continue;
    const { name, line } = definition;
    const identity = ['helper', ruleId, scope.module, name].join('\0');
    helpers.set(definition, { file: scope.module, line, helper: name, identity });
  }
  return [...helpers.values()];
}

function sinkOf({ ruleId, file, found }: Reported): Candidate {
  const { at, end, sink, lines } = found;
  // A handler without a name is known by that of its tool.
  const name = 'entry' in at ? (at.function?.name ?? '') : '';
  const within = 'entry' in at && name === '' ? at.entry.name : name;
  const identity = ['sink', ruleId, file, within, sink].join('\0');
  return { file: end?.file ?? file, line: end?.line ?? lines.line, helper: undefined, identity };
}

const keyOf = ({ identity, file, line }: Candidate): string => `${identity}\0${file}:${line}`;

/** The distinct causes with their group ids; those of the same identity are numbered in the order of their lines. */
function identifiersOf(causes: readonly Candidate[]): ReadonlyMap<string, string> {
  const distinct = [...new Map(causes.map((cause) => [keyOf(cause), cause])).values()].sort(
    (one, other) =>
      compareText(one.identity, other.identity) || compareText(one.file, other.file) || one.line - other.line,
  );
  const counts = new Map<string, number>();
  return new Map(
    distinct.map((cause) => {
      const count = counts.get(cause.identity) ?? 0;
      counts.set(cause.identity, count + 1);
      const hash = createHash('sha256').update(`${cause.identity}\0${count}`).digest('hex');
      return [keyOf(cause), hash];
    }),
  );
}

/** The cause of a finding and the id of the group of all findings that have it. */
export interface GroupOf {
  readonly cause: Cause;
  /** SHA-256 in hex. */
  readonly group: string;
}

/**
 * The causes of findings. Several flows of one rule through the same helper, which checks or builds the value not well enough, have
 * one cause: the helper that most of them share, or the last one of several. All others have their sinks as causes.
 */
export function causesOf(findings: readonly Reported[]): readonly GroupOf[] {
  const helpers = findings.map(({ ruleId, found }) => helpersOf(ruleId, found.taint, found.at));
  const counts = new Map<string, number>();
  for (const candidate of helpers.flat())
    counts.set(keyOf(candidate), (counts.get(keyOf(candidate)) ?? 0) + 1);
  const countOf = (candidate: Candidate): number => counts.get(keyOf(candidate)) ?? 0;
  const causes = findings.map((finding, index) => {
    const shared = (helpers[index] ?? []).filter((each) => countOf(each) > 1);
    // The sort is stable: of those equally shared, the last one before the sink comes first.
    const [helper] = shared.sort((one, other) => countOf(other) - countOf(one));
    return helper ?? sinkOf(finding);
  });
  const ids = identifiersOf(causes);
  return causes.map((candidate) => {
    const { file, line, helper } = candidate;
    return { cause: { file, line, helper }, group: ids.get(keyOf(candidate)) ?? '' };
  });
}
