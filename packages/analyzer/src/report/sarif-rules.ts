import { CLASSES } from '../findings/classes.js';
import type { Rule } from '../rules/rule.js';
import { baseScore } from './cvss.js';
import { explainRule } from './explain.js';
import type { Severity } from '../findings/finding.js';
import { anchorOf, ruleMarkdown, RULES_DOCUMENT } from './rules-document.js';
import type { SarifLevel, SarifRule } from './sarif-log.js';

const LEVELS: Readonly<Record<Severity, SarifLevel>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** The SARIF level of a severity. */
export const levelOf = (severity: Severity): SarifLevel => LEVELS[severity];

/** `Shell command built from…` as `ShellCommandBuiltFrom…`. */
const nameOf = (title: string): string =>
  Array.from(
    title.matchAll(/[A-Za-z0-9]+/g),
    ([word]) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
  ).join('');

/**
 * The SARIF description of a rule, with the properties that code hosts read: `security-severity`, `precision`, tags. Its texts
 * contain code, whose braces stay single: consumers show these texts verbatim.
 */
export const sarifRule = (rule: Rule): SarifRule => ({
  id: rule.id,
  name: nameOf(rule.title),
  shortDescription: { text: rule.title },
  fullDescription: { text: rule.what },
  help: { text: explainRule(rule), markdown: ruleMarkdown(rule) },
  defaultConfiguration: { level: rule.preview ? 'none' : levelOf(rule.severity) },
  properties: {
    'security-severity': baseScore(rule.cvss).toFixed(1),
    precision: rule.confidence,
    tags: [
      'security',
      'mcp',
      ...(rule.preview ? ['preview'] : []),
      `external/cwe/cwe-${String(rule.cwe).padStart(3, '0')}`,
      `owasp-mcp/${CLASSES[rule.class].risk.toLowerCase()}`,
    ],
    severity: rule.severity,
    vulnerability_class: rule.class,
    documentation: `${RULES_DOCUMENT}#${anchorOf(rule)}`,
  },
});
