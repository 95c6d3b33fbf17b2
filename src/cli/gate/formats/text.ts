import type { GateReport } from '../judgment.js';
import { placeOf, reasonOf, shown, summaryOf } from './shown.js';

/** The report for people. */
export function textOf(report: GateReport): string {
  const lines = report.servers.flatMap((server) => [
    `${server.result.padEnd(7)}  ${shown(server.entry.name)}  ${placeOf(server)}${server.score === null ? '' : `  score ${server.score}`}`,
    ...server.denials.map((issue) => `         ${reasonOf(issue)}`),
    ...server.warnings.map((issue) => `         warning: ${reasonOf(issue)}`),
  ]);
  return [...lines, `${report.result}: ${summaryOf(report)}`, ''].join('\n');
}
