import type { GateReport, Issue } from '../judgment.js';
import { shown } from './shown.js';

const issueOf = ({ rule, message, policy }: Issue): object => ({
  rule,
  message: shown(message),
  ...(policy !== undefined && { policy: shown(policy) }),
});

/** The report for programs. Names are as in the file; JSON escapes what is not printed. */
export function jsonOf(report: GateReport): string {
  const value = {
    result: report.result,
    environment: report.environment ?? null,
    evaluation_ids: report.evaluationIds,
    servers: report.servers.map(({ entry, result, denials, warnings, score }) => ({
      name: entry.name,
      file: entry.file,
      region: {
        start_line: entry.region.startLine,
        start_column: entry.region.startColumn,
        end_line: entry.region.endLine,
        end_column: entry.region.endColumn,
      },
      references: entry.launch.references.map((reference) => ({
        name: reference.name,
        version: reference.version,
        pinned: reference.pin.kind !== 'none',
      })),
      result,
      global_score: score,
      denials: denials.map(issueOf),
      warnings: warnings.map(issueOf),
    })),
  };
  const escaped = JSON.stringify(value, undefined, 2).replace(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu, (hidden) =>
    Array.from(
      { length: hidden.length },
      (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
  return `${escaped}\n`;
}
