import { createHash } from 'node:crypto';
import { toolAt, toolsAt } from '../engine/calls/frames.js';
import type { Frame } from '../engine/frame.js';
import { RunRecord } from '../engine/run-record.js';
import type { Step, Taint } from '../engine/values/taint.js';
import { causesOf, type GroupOf } from './causes.js';
import type { Confidence, Finding, Reach, Severity, TraceStep } from './finding.js';
import { CONFIDENCES, SEVERITIES } from './finding.js';
import type { Designed, PromisedBy } from './designed.js';
import type { Found, RuleMetadata } from './found.js';
import { doubtsOf, lowered } from './doubts.js';
import type { FunctionDefinition } from '../ir/program.js';
import { compareText } from '../common/text-order.js';
import { printable } from './printable.js';

/** A trace keeps at most this many steps: the first and the last ones. */
const MAX_STEPS = 8;

/** How certain a report is, and why it is less so than usual. */
interface Certainty {
  readonly confidence: Confidence;
  readonly doubts: readonly string[];
}
/** The tools that functions handle, by their definitions. */
type ToolsOfHandlers = ReadonlyMap<FunctionDefinition, ReadonlySet<string>>;

/** Further tools of a finding are not named. */
const MAX_TOOLS = 200;

interface Draft {
  readonly rule: RuleMetadata;
  readonly found: Found;
  readonly file: string;
  readonly certainty: Certainty;
  readonly reach: Reach;
  readonly tool: string | undefined;
  readonly handler: string | undefined;
  /** The tools of all reports at the location, and the runs in which they were made. */
  readonly tools: Set<string>;
  readonly runs: Set<RunRecord>;
  /** The words with which the tool promises what its code does. */
  readonly promised?: string;
}

function stepsOf(taint: Taint): Step[] {
  const steps: Step[] = [];
  for (let step: Step | undefined = taint.last; step; step = step.previous) {
    const { previous } = step;
    // One step per line.
    if (previous?.line !== step.line || previous.file !== step.file) steps.unshift(step);
  }
  return steps.length < MAX_STEPS ? steps : [...steps.slice(0, 3), ...steps.slice(4 - MAX_STEPS)];
}

function traceOf({ found, file }: Draft): TraceStep[] {
  const end = found.end ?? { file, line: found.lines.line };
  const sink = { path: end.file, line: end.line, message: printable(`reaches ${found.sink}`) };
  const steps = found.taint ? stepsOf(found.taint) : [];
  if (!found.taint && found.end?.message !== undefined)
    return [
      { path: file, line: found.lines.line, message: printable(found.sink) },
      { ...sink, message: printable(found.end.message) },
    ];
  return [
    ...steps.map((step) => ({
      path: step.file,
      line: step.line,
      message: printable(step.message),
    })),
    found.taint ? sink : { ...sink, message: printable(found.sink) },
  ].slice(-MAX_STEPS);
}

/** The reach of code by the entry point it belongs to. */
function reachOf(at: Found['at']): Reach {
  if (!('entry' in at)) return 'handler';
  const { kind } = at.entry;
  if (kind === 'function') return 'unreachable';
  if (kind === 'module') return 'reachable';
  return at.depth <= 1 ? 'handler' : 'reachable';
}

function handlerOf(at: Found['at']): string | undefined {
  if (!('entry' in at)) return undefined;
  let frame: Frame = at;
  while (frame.caller?.function) frame = frame.caller;
  return frame.function?.name;
}

/** The severity of a finding: that of its rule, or of what the sink can do. Doubt does not lower it. */
const severityOf = ({ found, rule }: Pick<Draft, 'found' | 'rule'>): Severity =>
  found.severity ?? rule.severity;

/** The certainty of a report: doubts lower the usual confidence by one level, however many they are. */
function certaintyOf({ found, rule }: Pick<Draft, 'found' | 'rule'>): Certainty {
  const usual = found.confidence ?? rule.confidence;
  const ofFlow = found.taint ? doubtsOf(found.taint, rule.class) : [];
  const doubts = [...new Set([...ofFlow, ...(found.doubts ?? [])])].sort(compareText);
  return doubts.length === 0 ? { confidence: usual, doubts } : { confidence: lowered(usual), doubts };
}

/** Compares certainties, the surer one first; among equals the one with fewer doubts. */
const compareCertainty = (left: Certainty, right: Certainty): number =>
  CONFIDENCES.indexOf(left.confidence) - CONFIDENCES.indexOf(right.confidence) ||
  left.doubts.length - right.doubts.length ||
  compareText(left.doubts.join(' '), right.doubts.join(' '));

/** The lower, the more severe. */
const weight = ({ found, rule }: Draft): number =>
  SEVERITIES.indexOf(severityOf({ found, rule })) * 10 +
  CONFIDENCES.indexOf(certaintyOf({ found, rule }).confidence) +
  (found.taint ? 0 : 5);

const REACHES: readonly Reach[] = ['handler', 'reachable', 'unreachable'];

/** Merges two reports of a rule at one location: the more severe one, with the higher confidence and reach of either. */
function merged(known: Draft, draft: Draft): Draft {
  const graver = weight(draft) < weight(known) ? draft : known;
  const other = graver === known ? draft : known;
  const isSurer = compareCertainty(other.certainty, graver.certainty) < 0;
  const isNearer = REACHES.indexOf(other.reach) < REACHES.indexOf(graver.reach);
  const { reach, tool, handler } = isNearer ? other : graver;
  const { certainty } = isSurer ? other : graver;
  const { tools, runs } = withToolsOf(known, draft);
  return { ...graver, certainty, reach, tool, handler, tools, runs };
}

/** Adds the tools of another report at the location. */
function withToolsOf(known: Draft, draft: Draft): Draft {
  for (const tool of draft.tools) known.tools.add(tool);
  for (const run of draft.runs) known.runs.add(run);
  return known;
}

/** The printable names of all tools that reach the code of a finding. */
function toolsOf({ tools, runs }: Draft, handlers: ToolsOfHandlers): string[] {
  const leading = [...RunRecord.leadingTo(runs)];
  const known = [...tools, ...leading.flatMap((run) => [...run.tools])].filter((tool) => tool !== '');
  const all = known.length > 0 ? known : leading.flatMap((run) => [...(handlers.get(run.definition) ?? [])]);
  return [...new Set(all.map((tool) => printable(tool)))].sort(compareText).slice(0, MAX_TOOLS);
}

const keyOf = ({ rule, file, found }: Draft): string =>
  `${rule.id} ${file}:${found.lines.line}:${found.taint ? '' : found.sink}`;

/** A text for the condition of a report: those with different conditions are merged when these are decided. */
const conditionOf = (designed: Designed | undefined): string =>
  designed === undefined
    ? ''
    : `${designed.side} ${designed.operation} ${designed.uses.map(({ tools, parameter }) => `${tools.join(',')}:${parameter}`).join(' ')}`;

function put(drafts: Map<string, Draft>, key: string, draft: Draft): void {
  const known = drafts.get(key);
  drafts.set(key, known ? merged(known, draft) : draft);
}

/** Limit on findings that are by design and alike, for each rule and file. */
const MAX_ALIKE = 3;

function withoutMostAlike(drafts: readonly Draft[]): Draft[] {
  const counts = new Map<string, number>();
  return drafts.filter(({ rule, file, found }) => {
    if (found.alike === undefined) return true;
    const key = `${rule.id} ${file} ${found.alike}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count < MAX_ALIKE;
  });
}

/** Collects findings: one per rule and location, the worst reported there, whatever the order of reports. */
export class FindingGatherer {
  private readonly drafts = new Map<string, Draft>();
  private handlers: ToolsOfHandlers = new Map();

  add(rule: RuleMetadata, found: Found): void {
    const { at } = found;
    const file = 'entry' in at ? at.module : at.file;
    const tool = found.tool ?? ('entry' in at ? toolAt(at) : undefined);
    const record = found.tool === undefined && 'entry' in at ? at.record : undefined;
    const draft: Draft = {
      rule,
      found,
      file,
      certainty: certaintyOf({ found, rule }),
      reach: reachOf(at),
      tool,
      handler: handlerOf(at),
      tools: new Set(
        found.tool === undefined && 'entry' in at ? toolsAt(at) : tool === undefined ? [] : [tool],
      ),
      runs: new Set(record && [record]),
    };
    const key = `${keyOf(draft)} ${conditionOf(found.designed)}`;
    const known = this.drafts.get(key);
    if (found.isAgain !== true) put(this.drafts, key, draft);
    else if (known) withToolsOf(known, draft);
  }

  /** Sets the tools of functions that are called by the name of a tool in a way that the interpreter does not see. */
  nameHandlers(handlers: ToolsOfHandlers): void {
    this.handlers = handlers;
  }

  /**
   * The findings sorted by location.
   * @param promisedBy decides whether tools are designed for what their code does
   */
  result(promisedBy: PromisedBy = () => undefined): Finding[] {
    const settled = new Map<string, Draft>();
    for (const draft of this.drafts.values()) {
      const { designed } = draft.found;
      const promised = designed && promisedBy(designed);
      const isDesign = designed?.side === 'design';
      if (designed && isDesign !== (promised !== undefined)) continue;
      put(settled, keyOf(draft), isDesign && promised !== undefined ? { ...draft, promised } : draft);
    }
    const sorted = withoutMostAlike(
      [...settled.values()].sort(
        (left, right) =>
          compareText(left.file, right.file) ||
          left.found.lines.line - right.found.lines.line ||
          compareText(left.rule.id, right.rule.id) ||
          compareText(left.found.sink, right.found.sink),
      ),
    );
    const groups = causesOf(sorted.map(({ rule, file, found }) => ({ ruleId: rule.id, file, found })));
    const occurrences = new Map<string, number>();
    return sorted.map((draft, index) => {
      const identity = [draft.rule.id, draft.file, draft.tool ?? draft.handler ?? '', draft.found.sink].join(
        '\0',
      );
      const occurrence = occurrences.get(identity) ?? 0;
      occurrences.set(identity, occurrence + 1);
      return findingOf(draft, fingerprintOf(identity, occurrence), groups[index], this.handlers);
    });
  }
}

const fingerprintOf = (identity: string, occurrence: number): string =>
  createHash('sha256').update(`${identity}\0${occurrence}`).digest('hex');

/** The printable form of a name; undefined for an empty one. */
const shownName = (name: string | undefined): string | undefined =>
  name === undefined || name === '' ? undefined : printable(name);

function findingOf(
  draft: Draft,
  fingerprint: string,
  group: GroupOf | undefined,
  handlers: ToolsOfHandlers,
): Finding {
  const { rule, found, file, certainty, reach, tool, handler } = draft;
  const { line, endLine, column, endColumn } = found.lines;
  const cause = group?.cause ?? { file, line, helper: undefined };
  return {
    ruleId: rule.id,
    title: rule.title,
    description: printable(found.description, 1000),
    severity: severityOf(draft),
    confidence: certainty.confidence,
    loweredBecause: certainty.doubts.map((doubt) => printable(doubt)),
    vulnerabilityClass: rule.class,
    cwe: rule.cwe,
    cvss: rule.cvss,
    location: { path: file, startLine: line, endLine, startColumn: column, endColumn },
    remediation: rule.fix,
    tool: shownName(tool),
    tools: toolsOf(draft, handlers),
    resource: found.resource === undefined ? undefined : printable(found.resource),
    handler: shownName(handler),
    trace: traceOf(draft),
    reach,
    byDesign: draft.promised !== undefined,
    promisedBy: draft.promised === undefined ? undefined : printable(draft.promised),
    suppressed: false,
    group: group?.group ?? fingerprint,
    cause: { path: cause.file, line: cause.line, helper: shownName(cause.helper) },
    fingerprint,
  };
}
