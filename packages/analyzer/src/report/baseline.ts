import type { ReportedFinding } from './report.js';

/** The fingerprints of known findings. */
export type Baseline = ReadonlySet<string>;

/** A baseline that cannot be read. The message tells the user why. */
export class BadBaseline extends Error {}

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** A list and its name in error messages. */
interface Listed {
  readonly name: string;
  readonly fingerprints: readonly unknown[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new BadBaseline('the baseline is not JSON');
  }
}

function listOf(value: unknown): Listed {
  if (!isObject(value)) throw new BadBaseline('the baseline is not a JSON object');
  const { schema_version: version, fingerprints, findings } = value;
  if (fingerprints !== undefined) {
    if (!Array.isArray(fingerprints)) throw new BadBaseline('"fingerprints" of the baseline is not a list');
    return { name: 'fingerprints[%]', fingerprints };
  }
  if (!Array.isArray(findings))
    throw new BadBaseline('the baseline is neither a report in JSON nor an object with "fingerprints"');
  if (typeof version !== 'string' || !version.startsWith('1.'))
    throw new BadBaseline('the baseline is a report of another version: its schema_version is not 1.x');
  return {
    name: 'findings[%].fingerprint',
    fingerprints: findings.map((finding: unknown) =>
      isObject(finding) ? finding['fingerprint'] : undefined,
    ),
  };
}

/**
 * Parses a baseline: an earlier report in JSON, or `{"fingerprints": ["…"]}`.
 * @throws BadBaseline
 */
export function readBaseline(text: string): Baseline {
  const { name, fingerprints } = listOf(parsed(text));
  return new Set(
    fingerprints.map((fingerprint, index) => {
      if (typeof fingerprint !== 'string' || !FINGERPRINT.test(fingerprint))
        throw new BadBaseline(`${name.replace('%', String(index))} of the baseline is not a SHA-256 in hex`);
      return fingerprint;
    }),
  );
}

/** All findings, each marked by whether the baseline contains it. */
export const applyBaseline = (findings: readonly ReportedFinding[], baseline: Baseline): ReportedFinding[] =>
  findings.map((finding) => ({
    ...finding,
    baseline_state: baseline.has(finding.fingerprint) ? 'unchanged' : 'new',
  }));
