/** What a policy compares. */
export type TargetType =
  | 'SCORE'
  | 'CERT_LEVEL'
  | 'SEVERITY'
  | 'CLASS'
  | 'CONTROL'
  | 'LICENSE'
  | 'MCP'
  | 'ORIGIN'
  | 'AGE';

/** What happens to a server that a policy matches. */
export type PolicyAction = 'DENY' | 'WARN' | 'ALLOW';

/** A target type for readers: its name, what it is for, and its value at first. */
interface TargetDescription {
  readonly name: string;
  readonly hint: string;
  readonly initial: string;
}

/** The target types in the order in which forms offer them. */
export const TARGETS: Readonly<Record<TargetType, TargetDescription>> = {
  CERT_LEVEL: {
    name: 'Certification level',
    hint: 'Matches servers that are certified lower, or not at all.',
    initial: 'min:1',
  },
  SCORE: { name: 'Score', hint: 'Matches servers with a lower global score.', initial: 'min:70' },
  SEVERITY: {
    name: 'Severity of findings',
    hint: 'Matches servers with an open finding that is worse.',
    initial: 'max:medium',
  },
  CLASS: {
    name: 'Class of vulnerability',
    hint: 'Matches servers with an open finding of one of the classes.',
    initial: 'A',
  },
  CONTROL: { name: 'Control', hint: 'Matches servers that do not pass the control.', initial: 'SEC-001' },
  LICENSE: { name: 'License', hint: 'Matches servers with one of the licenses.', initial: 'AGPL-3.0-only' },
  MCP: {
    name: 'Name',
    hint: 'Matches servers with the name. A * stands for any characters.',
    initial: 'acme/*',
  },
  ORIGIN: {
    name: 'Origin',
    hint: 'Matches servers from one of the origins.',
    initial: 'community',
  },
  AGE: {
    name: 'Age',
    hint: 'Matches versions that the catalog has not known for long, which nobody had time to examine.',
    initial: 'min:7',
  },
};

/** The classes of vulnerabilities. */
export const CLASSES: Readonly<Record<string, string>> = {
  A: 'Command and code execution',
  B: 'Path traversal, arbitrary file access',
  C: 'Excessive permissions, missing authorization',
  D: 'SQL and query injection',
  E: 'Hard-coded secrets, credentials',
  F: 'Sensitive data exposure',
  G: 'SSRF, uncontrolled egress',
  H: 'Insecure communication',
  I: 'Insecure storage',
  J: 'Insufficient logging, error handling',
  K: 'Prompt injection through output',
  L: 'Tool poisoning, rug pull',
  M: 'Resource exhaustion',
  N: 'Missing time or rate limits',
};

/** The controls by their ids. */
export const CONTROLS: Readonly<Record<string, string>> = {
  'SEC-001': 'Injection prevention',
  'SEC-002': 'Filesystem boundary',
  'SEC-003': 'No hard-coded secrets',
  'SEC-004': 'Egress and data-exposure control',
  'SEC-005': 'Tool definition integrity',
  'SEC-006': 'Prompt-injection-safe output',
  'SEC-007': 'Tool input schema validation',
  'SEC-008': 'Least privilege and authorization',
  'SEC-009': 'Secure transport',
  'SEC-010': 'Resource limits and timeouts',
  'SEC-011': 'Safe storage and logging',
  'SUP-001': 'No vulnerable, malicious or install-script dependency',
  'SUP-002': 'Dependencies locked with integrity',
  'SUP-003': 'License declared and compatible',
  'MAT-001': 'Documentation and security policy',
  'MAT-002': 'Automated tests',
  'MAT-003': 'Continuous integration',
};

/** The number or word after `min:` or `max:`. */
export const boundOf = (value: string): string => value.replace(/^(min|max):/, '');

/** The items of a list with commas. */
export const itemsOf = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const listed = (value: string, words: string): string => {
  const items = itemsOf(value);
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${words} ${items.at(-1)}`;
};

/** The servers that a policy matches, in words, such as "servers with a score below 70". */
export function matchedServers(type: string, value: string): string {
  const bound = boundOf(value);
  switch (type) {
    case 'SCORE':
      return `servers with a score below ${bound}`;
    case 'CERT_LEVEL':
      return bound === '1' ? 'servers that are not certified' : `servers below certification level ${bound}`;
    case 'SEVERITY':
      return bound === 'none' ? 'servers with any open finding' : `servers with findings worse than ${bound}`;
    case 'CLASS':
      return `servers with findings of class ${listed(value, 'or')}`;
    case 'CONTROL':
      return `servers that fail ${value}${value in CONTROLS ? ` (${CONTROLS[value]})` : ''}`;
    case 'LICENSE':
      return `servers with the license ${listed(value, 'or')}`;
    case 'MCP':
      return `servers named ${value}`;
    case 'ORIGIN':
      return `${listed(value, 'and')} servers`;
    case 'AGE':
      return `versions younger than ${bound} days`;
    default:
      return `${type} ${value}`;
  }
}

/** The environments of a policy in words. */
export const environmentsText = (environments: readonly string[]): string =>
  environments.length === 0 ? 'all' : environments.join(', ');
