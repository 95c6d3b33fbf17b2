import escapeHtml from 'escape-html';
import type { GateReport, EvaluatedEntry } from '../gate-report.js';
import { DISABLED, placeOf, reasonOf, printableText } from './texts.js';

/** Text of an element or an attribute. Characters that XML 1.0 forbids are replaced before. */
const xml = (text: string): string => escapeHtml(printableText(text));

function testCase(server: EvaluatedEntry): string[] {
  const { entry, denials, warnings } = server;
  const place = placeOf(server);
  const reasons = denials.map(reasonOf);
  const cautions = [
    ...(entry.disabled === true ? [DISABLED] : []),
    ...warnings.map((issue) => `warning: ${reasonOf(issue)}`),
  ];
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

/** A test of whether policies applied, only where none did. */
function policySuite({ policies, isRefused }: GateReport): string[] {
  const [warning] = policies?.warnings ?? [];
  if (warning === undefined) return [];
  const text = xml(warning.message);
  return [
    `  <testsuite name="policies" tests="1" failures="${isRefused === true ? 1 : 0}" errors="0" skipped="0" time="0">`,
    '    <testcase classname="policies" name="a policy applied" time="0">',
    isRefused === true
      ? `      <failure type="no-policy" message="${text}">${text}</failure>`
      : `      <system-out>warning: ${text}</system-out>`,
    '    </testcase>',
    '  </testsuite>',
  ];
}

/** How many policies applied, for each suite. */
const propertiesOf = ({ policies }: GateReport): string[] =>
  policies?.count === undefined
    ? []
    : [
        '    <properties>',
        `      <property name="policies_applied" value="${policies.count}"/>`,
        '    </properties>',
      ];

/** JUnit's XML: a suite for each file, a test for each server, a failure for each that is denied. */
export function junitOf(report: GateReport): string {
  const { servers } = report;
  const files = [...new Set(servers.map(({ entry }) => entry.file))];
  const failuresOf = (list: readonly EvaluatedEntry[]): number =>
    list.filter(({ result }) => result === 'DENIED').length;
  const counts = (list: readonly EvaluatedEntry[]): string =>
    `tests="${list.length}" failures="${failuresOf(list)}" errors="0" skipped="0" time="0"`;
  const suites = files.flatMap((file) => {
    const own = servers.filter(({ entry }) => entry.file === file);
    return [
      `  <testsuite name="${xml(file)}" ${counts(own)}>`,
      ...propertiesOf(report),
      ...own.flatMap(testCase),
      '  </testsuite>',
    ];
  });
  const policies = policySuite(report);
  const tests = servers.length + (policies.length > 0 ? 1 : 0);
  const failures = failuresOf(servers) + (report.isRefused === true ? 1 : 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcp-hub gate" tests="${tests}" failures="${failures}" errors="0" time="0">`,
    ...policies,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}
