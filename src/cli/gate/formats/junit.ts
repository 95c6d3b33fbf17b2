import escapeHtml from 'escape-html';
import type { GateReport, JudgedServer } from '../judgment.js';
import { placeOf, reasonOf, shown } from './shown.js';

/** Text of an element or an attribute. Characters that XML 1.0 forbids are replaced before. */
const xml = (text: string): string => escapeHtml(shown(text));

function testCase(server: JudgedServer): string[] {
  const { entry, denials, warnings } = server;
  const place = placeOf(server);
  const reasons = denials.map(reasonOf);
  const cautions = warnings.map((issue) => `warning: ${reasonOf(issue)}`);
  return [
    `    <testcase classname="${xml(entry.file)}" name="${xml(entry.name)}" time="0">`,
    ...(denials.length === 0
      ? []
      : [
          `      <failure type="${denials[0]?.rule ?? ''}" message="${xml(reasons[0] ?? '')}">${[place, ...reasons].map(xml).join('\n')}</failure>`,
        ]),
    ...(cautions.length === 0 ? [] : [`      <system-out>${cautions.map(xml).join('\n')}</system-out>`]),
    '    </testcase>',
  ];
}

/** JUnit's XML: a suite for each file, a test for each server, a failure for each that is denied. */
export function junitOf({ servers }: GateReport): string {
  const files = [...new Set(servers.map(({ entry }) => entry.file))];
  const failuresOf = (list: readonly JudgedServer[]): number =>
    list.filter(({ result }) => result === 'DENIED').length;
  const counts = (list: readonly JudgedServer[]): string =>
    `tests="${list.length}" failures="${failuresOf(list)}" errors="0" skipped="0" time="0"`;
  const suites = files.flatMap((file) => {
    const own = servers.filter(({ entry }) => entry.file === file);
    return [`  <testsuite name="${xml(file)}" ${counts(own)}>`, ...own.flatMap(testCase), '  </testsuite>'];
  });
  const all = counts(servers).replace(' skipped="0"', '');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcp-hub gate" ${all}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}
