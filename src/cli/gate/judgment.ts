import {
  isAskable,
  localProgram,
  movableTag,
  NOT_ASKABLE,
  notPinned,
} from '../../client-configurations/references.js';
import type { AppliedPolicies } from './applied-policies.js';
import type { Reference, ServerEntry } from '../../client-configurations/server-entry.js';

/** Why a server does not pass, or passes with a warning; the ids of the rules in SARIF. */
export type RuleId =
  | 'policy'
  | 'not-allowed'
  | 'not-pinned'
  | 'movable-version'
  | 'local-program'
  | 'not-understood'
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
export interface Verdict {
  readonly allowed: boolean;
  readonly score: number | null;
  readonly denials: readonly Issue[];
  readonly warnings: readonly Issue[];
  /** The version that was meant, for what pins none: `1.2.3`. */
  readonly newest?: string;
}

/** Finds out about references. The result has one verdict for each, in their order. */
export type Evaluate = (references: readonly Reference[]) => Promise<Evaluation>;

export interface Evaluation {
  readonly verdicts: readonly Verdict[];
  /** The ids of the stored evaluations of the hub, one for each request. */
  readonly ids: readonly string[];
  /** Undefined if there was nothing to ask about. */
  readonly policies?: AppliedPolicies | undefined;
}

/** The result for an entry of a file. */
export interface JudgedServer {
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
  readonly servers: readonly JudgedServer[];
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

function judged(
  entry: ServerEntry,
  verdicts: ReadonlyMap<string, Verdict>,
  allowLocal: boolean,
): JudgedServer {
  const { references, local, refused, warnings: own } = entry.launch;
  const denials: Issue[] = [];
  const warnings: Issue[] = own.map((message) => ({ rule: 'warning', message }));
  const scores: number[] = [];
  if (refused !== undefined) denials.push({ rule: 'not-understood', message: refused });
  if (local !== undefined && !allowLocal)
    denials.push({
      rule: 'local-program',
      message: `${localProgram(local)}; --allow-local accepts that`,
    });
  for (const reference of references) {
    const verdict = verdicts.get(keyOf(reference));
    if (verdict === undefined) {
      denials.push({ rule: 'not-understood', message: NOT_ASKABLE });
      continue;
    }
    denials.push(...issue('not-pinned', notPinned(reference, verdict.newest)), ...verdict.denials);
    warnings.push(...issue('movable-version', movableTag(reference)), ...verdict.warnings);
    if (!verdict.allowed && verdict.denials.length === 0)
      denials.push({ rule: 'not-allowed', message: 'it is denied' });
    if (verdict.score !== null) scores.push(verdict.score);
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
 * Judges the servers of files. Each different reference is evaluated once. A server is allowed only if all that it runs is
 * known, pinned and allowed.
 */
export async function judge(
  entries: readonly ServerEntry[],
  evaluate: Evaluate,
  allowLocal: boolean,
): Promise<GateReport> {
  const references = new Map(
    entries.flatMap(({ launch }) => launch.references.filter(isAskable)).map((each) => [keyOf(each), each]),
  );
  const { verdicts, ids, policies } = await evaluate([...references.values()]);
  const byKey = new Map(
    [...references.keys()].flatMap((key, index) => {
      const verdict = verdicts[index];
      return verdict === undefined ? [] : [[key, verdict] as const];
    }),
  );
  const servers = entries.map((entry) => judged(entry, byKey, allowLocal));
  const passes = servers.every(({ result }) => result === 'ALLOWED');
  return { result: passes ? 'PASS' : 'FAIL', servers, evaluationIds: ids, policies };
}

/** The report, refused if no policy applied and nobody accepts that. */
export function refusedWithoutPolicies(report: GateReport, isAccepted: boolean): GateReport {
  if (isAccepted || (report.policies?.warnings ?? []).length === 0) return report;
  return { ...report, isRefused: true, result: report.result === 'PASS' ? 'NO_POLICY' : report.result };
}
