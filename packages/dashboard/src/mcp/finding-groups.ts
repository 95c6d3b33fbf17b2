import type { Finding } from './mcp.queries.ts';

/** Findings that one change would fix. */
export interface FindingGroup {
  readonly key: string;
  /** Worst first; at least one. */
  readonly findings: readonly [Finding, ...Finding[]];
}

/** The findings by root cause, in the order of the worst finding of each. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    // A group has the findings of one rule; those without one stand for themselves.
    const key = finding.group ?? finding.fingerprint;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups].map(([key, group]) => ({ key, findings: group }));
}

/** The tools through which a client reaches the code of the findings, each once. */
export const toolsOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(
    findings.flatMap(
      ({ mcp_context: { tool_names: all, tool_name: one } }) => all ?? (one === null ? [] : [one]),
    ),
  ),
];
