import type { Finding } from './finding.js';
import type { TextFile } from '../files/text-file.js';

/** Comments that ask scanners to ignore a line. */
const ON_LINE =
  /\bnosec\b|\bnoqa\b|\bnolint\b|\beslint-disable-line\b|\bnosemgrep\b|\blgtm\b|\bpylint:\s*disable\b/iu;
const BEFORE_LINE = /\beslint-disable-next-line\b|\bnosemgrep\b|\bbiome-ignore\b/iu;

/** Marks the findings that their publisher asks to ignore. They are still reported and count in full. */
export function markSuppressed(findings: readonly Finding[], texts: readonly TextFile[]): Finding[] {
  const byPath = new Map(texts.map((file) => [file.path, file.lines]));
  return findings.map((finding) => {
    const { path, startLine: line } = finding.location;
    const lines = byPath.get(path);
    const suppressed = ON_LINE.test(lines?.[line - 1] ?? '') || BEFORE_LINE.test(lines?.[line - 2] ?? '');
    return suppressed ? { ...finding, suppressed } : finding;
  });
}
