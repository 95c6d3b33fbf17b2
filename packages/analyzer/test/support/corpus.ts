import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyze } from '../../src/analysis/analyze.js';
import type { PackageFiles } from '../../src/files/source-file.js';
import type { ReportedFinding } from '../../src/report/report.js';

const CORPUS = new URL('../corpus/', import.meta.url).pathname;
/** The maximum distance in lines between a finding and its label. */
const TOLERANCE = 3;

export interface Label {
  readonly class: string;
  /** The severity that the finding must have; undefined for any. */
  readonly severity?: string;
  readonly file: string;
  readonly line: number;
  /** Part of that line, so that a label cannot become stale. */
  readonly text: string;
}

/** A pair of servers that differ in one defect. */
export interface Case {
  readonly name: string;
  readonly language: string;
  readonly folder: string;
  readonly title: string;
  readonly class: string;
  readonly kind: 'direct' | 'crossing';
  readonly expect: readonly Label[];
  /** Other classes that a fair reviewer would accept in the defective twin. */
  readonly also?: readonly { readonly class: string }[];
}

const sorted = (folder: string): string[] => readdirSync(folder).sort();

/** All cases, sorted by name. */
export const allCases = (): Case[] =>
  sorted(CORPUS).flatMap((language) =>
    sorted(join(CORPUS, language)).map((name): Case => {
      const folder = join(CORPUS, language, name);
      return { ...JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')), name, language, folder };
    }),
  );

/** The files of a folder. */
export function filesOf(folder: string): PackageFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path), new Uint8Array(readFileSync(path))]),
  );
}

/** The result of a case. */
export interface Result {
  readonly case: Case;
  readonly found: readonly Label[];
  readonly missed: readonly Label[];
  /** Unexpected findings, prefixed with `bad` or `good`. */
  readonly unexpected: readonly string[];
  /** Findings in the twin without the defect. */
  readonly inGood: number;
  readonly complete: boolean;
}

/** Whether a line is within a finding's location, or at most three lines away from it. */
const isNear = (
  { start_line: start, end_line: end }: Pick<ReportedFinding['location'], 'start_line' | 'end_line'>,
  line: number,
): boolean => start - TOLERANCE <= line && line <= end + TOLERANCE;

/** Whether a finding is at a line, or ends there: a description that is registered here may be a constant elsewhere. */
export function isThere(
  { location, trace }: ReportedFinding,
  { file, line }: Pick<Label, 'file' | 'line'>,
): boolean {
  if (location.file_path === file && isNear(location, line)) return true;
  const last = trace.at(-1);
  return last?.file_path === file && isNear({ start_line: last.line, end_line: last.line }, line);
}

const isAt = (finding: ReportedFinding, label: Label): boolean =>
  finding.vulnerability_class === label.class &&
  (label.severity === undefined || finding.severity === label.severity) &&
  isThere(finding, label);

const reported = (twin: string, finding: ReportedFinding): string =>
  `${twin} ${finding.rule_id} ${finding.location.file_path}:${finding.location.start_line}`;

/** Analyzes both twins of a case. */
export async function run(each: Case): Promise<Result> {
  const { report: bad } = await analyze(filesOf(join(each.folder, 'bad')));
  const { report: good } = await analyze(filesOf(join(each.folder, 'good')));
  const accepted = new Set([...each.expect, ...(each.also ?? [])].map((label) => label.class));
  const hit = (label: Label): boolean => bad.findings.some((finding) => isAt(finding, label));
  return {
    case: each,
    found: each.expect.filter(hit),
    missed: each.expect.filter((label) => !hit(label)),
    unexpected: [
      ...bad.findings
        .filter(({ vulnerability_class }) => !accepted.has(vulnerability_class))
        .map((finding) => reported('bad', finding)),
      ...good.findings.map((finding) => reported('good', finding)),
    ],
    inGood: good.findings.length,
    complete: bad.complete && good.complete,
  };
}

/** Recall and precision of some results: the share of labels found, and the share of findings expected. */
export function quality(results: readonly Result[]): {
  readonly labels: number;
  readonly found: number;
  readonly unexpected: number;
} {
  const count = (of: (result: Result) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0);
  return {
    labels: count(({ case: { expect } }) => expect.length),
    found: count(({ found }) => found.length),
    unexpected: count(({ unexpected }) => unexpected.length),
  };
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;

function row(name: string, results: readonly Result[]): string {
  const { labels, found, unexpected } = quality(results);
  const kind = (wanted: Case['kind']): string => {
    const part = quality(results.filter((result) => result.case.kind === wanted));
    return `${part.found}/${part.labels}`;
  };
  const precision = percent(found, found + unexpected);
  return `| ${name} | ${results.length} | ${kind('direct')} | ${kind('crossing')} | ${percent(found, labels)} | ${unexpected} | ${precision} |`;
}

/** The table of recall and precision per class and per language. */
export function table(results: readonly Result[]): string {
  const groups = (key: (result: Result) => string): [string, Result[]][] =>
    [...Map.groupBy(results, key)].sort(([left], [right]) => (left < right ? -1 : 1));
  return [
    '| | cases | direct found | crossing found | recall | unexpected findings | precision |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...groups((result) => result.case.class).map(([name, group]) => row(`class ${name}`, group)),
    ...groups((result) => result.case.language).map(([name, group]) => row(name, group)),
    row('all', results),
  ].join('\n');
}
