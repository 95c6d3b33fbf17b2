import { CLASSES, RISK_NAMES } from '../findings/classes.js';
import type { Rule } from '../rules/rule.js';
import { baseScore } from './cvss.js';
import { indented, wrap } from './text-width.js';

/** Parses a rule id: `a1` is `A001` is `MCP-A001`. Undefined for any other form. */
function idOf(text: string): { readonly letter: string; readonly number: number } | undefined {
  const [, letter, digits] = /^(?:MCP-?)?([A-Z])-?(\d{1,4})$/u.exec(text.trim().toUpperCase()) ?? [];
  return letter === undefined ? undefined : { letter, number: Number(digits) };
}

/** Finds a rule by its id, in either case, with or without `MCP-`. */
export function findRule(rules: readonly Rule[], text: string): Rule | undefined {
  const id = idOf(text);
  return id && rules.find((rule) => rule.id === `MCP-${id.letter}${String(id.number).padStart(3, '0')}`);
}

/** Suggestions for an unknown rule: those of its class, else the classes and the form of ids. */
export function ruleHint(rules: readonly Rule[], text: string): string {
  const letter = idOf(text)?.letter;
  const own = rules.filter((rule) => rule.class === letter).map(({ id }) => id);
  if (own.length > 0) return `those of class ${letter} are ${own.join(', ')}`;
  const classes = Object.entries(CLASSES).map(([key, { name }]) => `${key} (${name})`);
  return `rule ids look like MCP-A001, with the letter of their class: ${classes.join(', ')}; A999, say, lists those of class A`;
}

/** The severity, confidence and classification of a rule, on one line. */
function ruleFacts({ class: letter, severity, confidence, cwe, cvss, preview }: Rule): string {
  const { name, risk } = CLASSES[letter];
  return [
    ...(preview ? ['preview: its findings do not count'] : []),
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
 * A rule for a terminal: what it detects, why it matters, an example, the fix, and what it does not report.
 * @param width columns of the terminal
 */
export function explainRule(rule: Rule, width = 80): string {
  const paragraphs: string[][] = [
    [`${rule.id}  ${rule.title}`, ...wrap(ruleFacts(rule), width)],
    ['What', ...indented(rule.what, width, '  ')],
    ['Why', ...indented(rule.why, width, '  ')],
    [`Example (${rule.example.language})`, ...code(rule.example.bad)],
    ['Corrected', ...code(rule.example.good)],
    ['Fix', ...indented(rule.fix, width, '  ')],
  ];
  if (rule.notCounted.length > 0)
    paragraphs.push(['Not counted', ...rule.notCounted.flatMap((text) => indented(text, width, '  - '))]);
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
