import type { GateReport } from '../gate-report.js';
import { DISABLED, placeOf, reasonOf, printableText, summaryOf } from './texts.js';

/** The report for people. */
export function textOf(report: GateReport): string {
  const lines = report.servers.flatMap((server) => [
    [
      `${server.result.padEnd(7)}  ${printableText(server.entry.name)}  ${placeOf(server)}`,
      ...(server.entry.disabled === true ? [DISABLED] : []),
      ...(server.score === null ? [] : [`score ${server.score}`]),
    ].join('  '),
    ...server.denials.map((issue) => `         ${reasonOf(issue)}`),
    ...server.warnings.map((issue) => `         warning: ${reasonOf(issue)}`),
  ]);
  return [...lines, `${report.result}: ${summaryOf(report)}`, ''].join('\n');
}
