import { SEVERITIES, type Finding } from '../findings/finding.js';
import { printablePath } from '../findings/printable.js';
import { compareText } from '../common/text-order.js';
import type { ReportedGroup } from './report.js';

/** The fields of a finding that its group is made of. */
type Grouped = Pick<Finding, 'group' | 'cause' | 'ruleId' | 'severity' | 'tools'>;

/** Further tools of a group are not named. */
export const MAX_TOOLS = 200;

function groupOf(members: readonly [Grouped, ...Grouped[]]): ReportedGroup {
  const [{ group, ruleId, cause }] = members;
  return {
    id: group,
    rule_id: ruleId,
    severity:
      SEVERITIES.find((severity) => members.some((finding) => finding.severity === severity)) ?? 'low',
    findings: members.length,
    tool_names: [...new Set(members.flatMap(({ tools }) => tools))].sort(compareText).slice(0, MAX_TOOLS),
    cause: { file_path: printablePath(cause.path), line: cause.line, helper: cause.helper ?? null },
  };
}

/** The groups of findings with one cause: the most severe first, then in the order of their first findings. */
export function reportedGroups(findings: readonly Grouped[]): ReportedGroup[] {
  const groups = new Map<string, [Grouped, ...Grouped[]]>();
  for (const finding of findings) {
    const members = groups.get(finding.group);
    if (members) members.push(finding);
    else groups.set(finding.group, [finding]);
  }
  const all = [...groups.values()].map(groupOf);
  return SEVERITIES.flatMap((severity) => all.filter((group) => group.severity === severity));
}
