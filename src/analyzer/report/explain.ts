import { CLASSES, RISK_NAMES } from '../findings/classes.js';
import type { Rule } from '../rules/rule.js';
import { baseScore } from './cvss.js';
import { indented, wrap } from './text-width.js';

/** A rule by its id, in capitals or not. */
export const findRule = (rules: readonly Rule[], id: string): Rule | undefined =>
  rules.find((rule) => rule.id === id.trim().toUpperCase());

/** How bad a rule's findings are and where they belong, in one line. */
export function ruleFacts({ class: letter, severity, confidence, cwe, cvss }: Rule): string {
  const { name, risk } = CLASSES[letter];
  return [
    `class ${letter}, ${name}`,
    `${risk} ${RISK_NAMES[risk] ?? ''}`,
    `severity ${severity}`,
    `confidence ${confidence}`,
    `CWE-${cwe}`,
    `CVSS ${baseScore(cvss).toFixed(1)} (${cvss})`,
  ].join(' · ');
}

const code = (text: string): string[] => text.split('\n').map((line) => `    ${line}`.trimEnd());

/**
 * A rule for a terminal: what it looks for, why it matters, an example, what to do, and what it does not count.
 * @param width columns of the terminal
 */
export function explainRule(rule: Rule, width = 80): string {
  const paragraphs: string[][] = [
    [`${rule.id}  ${rule.title}`, ...wrap(ruleFacts(rule), width)],
    ['What', ...indented(rule.what, width, '  ')],
    ['Why', ...indented(rule.why, width, '  ')],
    [`Example (${rule.example.language})`, ...code(rule.example.bad)],
    ['Put right', ...code(rule.example.good)],
    ['Fix', ...indented(rule.fix, width, '  ')],
  ];
  if (rule.notCounted.length > 0)
    paragraphs.push(['Not counted', ...rule.notCounted.flatMap((text) => indented(text, width, '  - '))]);
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
