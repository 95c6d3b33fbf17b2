import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { analyze } from '../analysis/analyze.js';

/** Classes whose samples are checked together: a sample of one must name the findings of all four, and no other may occur. */
const TOGETHER = 'ABDG';

/** A source file; each vulnerable line ends with the rules that must report it. */
interface Sample {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** The classes under test. */
  readonly classes: string;
  readonly expected: readonly string[];
}

const EXPECTED = /(?:\/\/|#)((?: MCP-[A-Z]\d{3})+)$/u;

function samplesIn(text: string, classes: string): Sample[] {
  const [, ...parts] = text.split(/^=== (.*)\n/mu);
  return parts.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const lines = (parts[index + 1] ?? '').trimEnd().split('\n');
    const expected = lines.flatMap((line, number) =>
      (EXPECTED.exec(line)?.[1] ?? '')
        .split(' ')
        .filter((rule) => rule !== '')
        .map((rule) => `${rule} in line ${number + 1}`),
    );
    const plain = lines.map((line) => line.replace(EXPECTED, ''));
    return [{ name, file: name.split(' ')[0] ?? '', text: plain.join('\n'), classes, expected }];
  });
}

const folders = readdirSync(new URL('./', import.meta.url))
  .filter((name) => existsSync(new URL(`./${name}/samples/`, import.meta.url)))
  .sort();

const samples = folders.flatMap((folder) => {
  const path = new URL(`./${folder}/samples/`, import.meta.url);
  const letter = folder.charAt(0).toUpperCase();
  const classes = TOGETHER.includes(letter) ? TOGETHER : letter;
  return readdirSync(path)
    .sort()
    .flatMap((name) => samplesIn(readFileSync(new URL(name, path), 'utf8'), classes));
});

describe('the rules report exactly the lines labeled in the samples', () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))('%s', async (_name, sample) => {
    const { report } = await analyze(new Map([[sample.file, new TextEncoder().encode(sample.text)]]));
    const found = [...report.findings, ...(report.preview_findings ?? [])]
      .filter(({ vulnerability_class }) => sample.classes.includes(vulnerability_class))
      .map(({ rule_id, location }) => `${rule_id} in line ${location.start_line}`);
    expect([...new Set(found)].sort()).toEqual([...sample.expected].sort());
  });
});
