import { surely } from '../support/flows.js';
import { lineIn } from '../support/places.js';
import type { Value } from '../../engine/value.js';
import type { Report, Rule, TextFile } from '../rule.js';

const ROLES = new Set(['product', 'data', 'manifest']);
const NAMES = /\.(?:json|ya?ml|tf|hcl|toml)$/iu;

/** Rights that are given without an end, as configuration says them. */
const PATTERNS: readonly RegExp[] = [
  /^\s*["']?(?:Action|actions|NotAction)["']?\s*[:=]\s*\[?\s*["']\*(?::\*)?["']\s*\]?/u,
  /^\s*["']?verbs["']?\s*:\s*\[\s*["']\*["']\s*\]/u,
  /^\s*["']?(?:scopes?|permissions|capabilities|roles)["']?\s*[:=]\s*\[?\s*["']\*["']/u,
  /^\s*role\s*[:=]\s*["']roles\/(?:owner|editor)["']/u,
];

const DESCRIPTION = 'The policy allows every action: whoever takes over what it is for may do anything.';

function check({ path, role, lines }: TextFile, report: Report): void {
  if (!ROLES.has(role) || !NAMES.test(path)) return;
  lines.forEach((line, place) => {
    if (PATTERNS.some((pattern) => pattern.test(line)))
      report({ ...lineIn(path, place + 1), sink: 'wildcard permission', description: DESCRIPTION });
  });
}

const isAny = (value: Value | undefined): boolean =>
  surely(value, '*') ||
  surely(value, '*:*') ||
  (value?.objects.some(({ items }) => items?.some((item) => surely(item, '*')) ?? false) ?? false);

/** Rights without an end. */
export const wildcardPermission: Rule = {
  id: 'MCP-C004',
  class: 'C',
  title: 'Permission for everything',
  severity: 'high',
  confidence: 'medium',
  cwe: 269,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H',
  what: 'A policy of a cloud, a role of a cluster or a list of scopes that allows `*`.',
  why: 'What was meant for one bucket reaches every account: a mistake or an intruder does all the harm there is.',
  example: {
    language: 'json',
    bad: '{ "Effect": "Allow", "Action": "*", "Resource": "*" }',
    good: '{ "Effect": "Allow", "Action": ["s3:GetObject"], "Resource": "arn:aws:s3:::reports/*" }',
  },
  fix: 'List the actions and resources that are needed.',
  notCounted: ['policies that deny', 'wildcards within one service or one folder'],
  file: check,
  events: {
    store: ({ frame, lines, object, name, value }, report) => {
      if (name !== 'Action' || !isAny(value)) return;
      const effect = object?.objects[0]?.fields.get('Effect');
      if (surely(effect, 'Allow'))
        report({ at: frame, lines, sink: 'wildcard permission', description: DESCRIPTION });
    },
  },
};
