import {
  isAskable,
  localProgram,
  movableTag,
  NOT_ASKABLE,
  notPinned,
  type Reference,
  type ServerEntry,
  type StartFacts,
  NO_SERVER,
  startProblems,
  startsNoServer,
} from '@mcp-hub/client-configurations';
import type { FolderProblems } from './folder/folder-problems.js';
import type { AppliedPolicies } from './applied-policies.js';

/** Why a server does not pass, or passes with a warning; the ids of the rules in SARIF. */
export type RuleId =
  | 'policy'
  | 'not-allowed'
  | 'not-pinned'
  | 'movable-version'
  | 'local-program'
  | 'not-understood'
  | 'not-confirmed'
  | 'folder'
  | 'analysis'
  | 'no-policy'
  | 'warning';

/** A reason for denying a server, or for warning about it. */
export interface Issue {
  readonly rule: RuleId;
  readonly message: string;
  /** The name and id of the policy or built-in rule behind it. */
  readonly policy?: string;
  readonly policyId?: string;
}

/** What is known about a reference after it was evaluated. */
export interface ReferenceDecision {
  readonly allowed: boolean;
  readonly score: number | null;
  readonly denials: readonly Issue[];
  readonly warnings: readonly Issue[];
  /** Whether its analysis shows a server; undefined if that is not known. */
  readonly isServer?: boolean;
  /** What its analysis says about its start; undefined if it does not. */
  readonly start?: StartFacts;
  /** The version that was meant, for what pins none: `1.2.3`. */
  readonly newest?: string;
}

/** Finds out about references. The result has one decision for each, in their order. */
export type Evaluate = (references: readonly Reference[]) => Promise<Evaluation>;

export interface Evaluation {
  readonly decisions: readonly ReferenceDecision[];
  /** The ids of the stored evaluations of the hub, one for each request. */
  readonly ids: readonly string[];
  /** Undefined if there was nothing to ask about. */
  readonly policies?: AppliedPolicies | undefined;
}

/** The result for an entry of a file. */
export interface EvaluatedEntry {
  readonly entry: ServerEntry;
  readonly result: 'ALLOWED' | 'DENIED';
  readonly denials: readonly Issue[];
  readonly warnings: readonly Issue[];
  /** The lowest score of its references; null when none has one. */
  readonly score: number | null;
}

/** The result of the gate. */
export interface GateReport {
  /** `NONE` without any server; `NO_POLICY` if all servers are allowed, but it is refused. */
  readonly result: 'PASS' | 'FAIL' | 'NONE' | 'NO_POLICY';
  readonly servers: readonly EvaluatedEntry[];
  readonly evaluationIds: readonly string[];
  /** Undefined if there was nothing to ask about. */
  readonly policies?: AppliedPolicies | undefined;
  /** Whether it fails because of the warnings about its policies. */
  readonly isRefused?: boolean;
  /** Undefined for an analysis on this machine. */
  readonly environment?: string;
  readonly hub?: URL;
}

const keyOf = ({ name, version }: Reference): string => `${name}\n${version}`;

const issue = (rule: RuleId, message: string | undefined): Issue[] =>
  message === undefined ? [] : [{ rule, message }];

/** What an entry is judged by besides the evaluation of its references. */
export interface Rules {
  /** Whether programs of the machine are accepted. */
  readonly allowLocal: boolean;
  /** What the folder does to entries; those without an item start elsewhere. */
  readonly folders: ReadonlyMap<ServerEntry, FolderProblems>;
}

function evaluatedEntry(
  entry: ServerEntry,
  decisions: ReadonlyMap<string, ReferenceDecision>,
  { allowLocal, folders }: Rules,
): EvaluatedEntry {
  const { references, local, refused, warnings: own } = entry.launch;
  const denials: Issue[] = [];
  const warnings: Issue[] = own.map((message) => ({ rule: 'warning', message }));
  const scores: number[] = [];
  const folder = folders.get(entry);
  denials.push(...(folder?.denials ?? []).map((message): Issue => ({ rule: 'folder', message })));
  warnings.push(...(folder?.warnings ?? []).map((message): Issue => ({ rule: 'warning', message })));
  if (refused !== undefined) denials.push({ rule: 'not-understood', message: refused });
  if (local !== undefined && !allowLocal)
    denials.push({
      rule: 'local-program',
      message: `${localProgram(local)}; --allow-local accepts that`,
    });
  for (const reference of references) {
    const decision = decisions.get(keyOf(reference));
    if (decision === undefined) {
      denials.push({ rule: 'not-understood', message: NOT_ASKABLE });
      continue;
    }
    denials.push(...issue('not-pinned', notPinned(reference, decision.newest)), ...decision.denials);
    warnings.push(...issue('movable-version', movableTag(reference)), ...decision.warnings);
    if (!decision.allowed && decision.denials.length === 0)
      denials.push({ rule: 'not-allowed', message: 'it is denied' });
    if (decision.score !== null) scores.push(decision.score);
  }
  // No form of a launch says nothing; one that did would pass without anything to evaluate.
  if (references.length === 0 && local === undefined && refused === undefined)
    denials.push({ rule: 'not-understood', message: 'what it starts is not known' });
  const factsOf = (reference: Reference): StartFacts | undefined => decisions.get(keyOf(reference))?.start;
  if (startsNoServer(entry.launch, (reference) => decisions.get(keyOf(reference))?.isServer, factsOf))
    denials.push({ rule: 'not-confirmed', message: NO_SERVER });
  // What is denied anyway needs no reason that an analysis could give.
  if (denials.length === 0) {
    const problems = startProblems(entry.launch, factsOf);
    denials.push(...problems.map((message): Issue => ({ rule: 'not-confirmed', message })));
  }
  return {
    entry,
    result: denials.length === 0 ? 'ALLOWED' : 'DENIED',
    denials,
    warnings,
    score: scores.length === 0 ? null : Math.min(...scores),
  };
}

/**
 * Evaluates the servers of files. Each different reference is evaluated once. A server is allowed only if all that it runs is
 * known, pinned and allowed.
 */
export async function evaluateEntries(
  entries: readonly ServerEntry[],
  evaluate: Evaluate,
  rules: Rules,
): Promise<GateReport> {
  const references = new Map(
    entries.flatMap(({ launch }) => launch.references.filter(isAskable)).map((each) => [keyOf(each), each]),
  );
  const { decisions, ids, policies } = await evaluate([...references.values()]);
  const byKey = new Map(
    [...references.keys()].flatMap((key, index) => {
      const decision = decisions[index];
      return decision === undefined ? [] : [[key, decision] as const];
    }),
  );
  const servers = entries.map((entry) => evaluatedEntry(entry, byKey, rules));
  const passes = servers.every(({ result }) => result === 'ALLOWED');
  return { result: passes ? 'PASS' : 'FAIL', servers, evaluationIds: ids, policies };
}

/** The report, refused if no policy applied and nobody accepts that. */
export function refusedWithoutPolicies(report: GateReport, isAccepted: boolean): GateReport {
  if (isAccepted || (report.policies?.warnings ?? []).length === 0) return report;
  return { ...report, isRefused: true, result: report.result === 'PASS' ? 'NO_POLICY' : report.result };
}
