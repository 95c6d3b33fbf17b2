import { CONTROLS, type Origin } from '../../api/catalogs.gen.ts';
import { CLASS_NAMES } from '../../domain/labels.ts';
import type { Names, Option } from '../../ui/labels.tsx';
import type { Policy } from './policies.queries.ts';

/** What a policy compares. */
export type PolicyTarget = Policy['target_type'];

/** How forms edit the value of a target. */
export type ValueEditor =
  | { readonly kind: 'text'; readonly label: string; readonly hint: string }
  /** A lower bound. */
  | { readonly kind: 'number'; readonly label: string; readonly hint: string }
  /** One of a few; `others` says what values match that the API has and the form does not offer. */
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly prefix: 'min:' | 'max:' | '';
      readonly options: readonly Option<string>[];
      readonly others: string;
    }
  /** Any of several. */
  | { readonly kind: 'items'; readonly label: string; readonly options: readonly Option<string>[] };

/** A target of policies: all that pages know of it. */
interface TargetPages {
  readonly name: string;
  /** What it is for. */
  readonly hint: string;
  /** Its value at first. */
  readonly initial: string;
  /** The servers that a policy with the value matches, in words. */
  readonly matched: (value: string) => string;
  readonly editor: ValueEditor;
}

/** The number or word after `min:` or `max:`. */
export const boundOf = (value: string): string => value.replace(/^(min|max):/, '');

/** The items of a list with commas. */
export const itemsOf = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const listed = (value: string, word: string): string => {
  const items = itemsOf(value);
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
};

const ORIGIN_WORDS: Names<Origin> = {
  official: 'official: by the maker of the service',
  verified: 'verified: the publisher is known',
  community: 'community: everybody else',
};

const CONTROL_NAMES: Names<string> = CONTROLS;

/** The servers that a policy matches, in words; recorded evaluations may have targets of earlier releases. */
export const matchedServers = (target: string, value: string): string =>
  Object.hasOwn(POLICY_TARGETS, target)
    ? POLICY_TARGETS[target as PolicyTarget].matched(value)
    : `${target} ${value}`;

/** The targets in the order in which forms offer them; a new one is described here alone. */
export const POLICY_TARGETS: Readonly<Record<PolicyTarget, TargetPages>> = {
  CERT_LEVEL: {
    name: 'Certification level',
    hint: 'Matches servers that are certified lower, or not at all.',
    initial: 'min:1',
    matched: (value) =>
      boundOf(value) === '1'
        ? 'servers that are not certified'
        : `servers below certification level ${boundOf(value)}`,
    editor: {
      kind: 'choice',
      label: 'Servers that are',
      prefix: 'min:',
      options: [
        ['1', 'not certified'],
        ['2', 'below level 2'],
        ['3', 'below level 3'],
      ],
      others: 'below level',
    },
  },
  SCORE: {
    name: 'Score',
    hint: 'Matches servers with a lower global score.',
    initial: 'min:70',
    matched: (value) => `servers with a score below ${boundOf(value)}`,
    editor: {
      kind: 'number',
      label: 'Lowest score',
      hint: 'From 0 to 100. For example, 70 matches a server with the score 69.',
    },
  },
  SEVERITY: {
    name: 'Severity of findings',
    hint: 'Matches servers with an open finding that is worse.',
    initial: 'max:medium',
    matched: (value) =>
      boundOf(value) === 'none'
        ? 'servers with any open finding'
        : `servers with findings worse than ${boundOf(value)}`,
    editor: {
      kind: 'choice',
      label: 'Servers with',
      prefix: 'max:',
      options: [
        ['high', 'critical findings'],
        ['medium', 'critical or high findings'],
        ['low', 'critical, high or medium findings'],
        ['none', 'any finding'],
      ],
      others: 'findings worse than',
    },
  },
  CLASS: {
    name: 'Class of vulnerability',
    hint: 'Matches servers with an open finding of one of the classes.',
    initial: 'A',
    matched: (value) => `servers with findings of class ${listed(value, 'or')}`,
    editor: {
      kind: 'items',
      label: 'Findings of',
      options: Object.entries(CLASS_NAMES).map(([letter, name]) => [letter, `${letter}: ${name}`]),
    },
  },
  CONTROL: {
    name: 'Control',
    hint: 'Matches servers that do not pass the control.',
    initial: 'SEC-001',
    matched: (value) => `servers that fail ${value}${value in CONTROLS ? ` (${CONTROL_NAMES[value]})` : ''}`,
    editor: {
      kind: 'choice',
      label: 'Servers that do not pass',
      prefix: '',
      options: Object.entries(CONTROLS).map(([id, name]) => [id, `${id} ${name}`]),
      others: '',
    },
  },
  LICENSE: {
    name: 'License',
    hint: 'Matches servers with one of the licenses.',
    initial: 'AGPL-3.0-only',
    matched: (value) => `servers with the license ${listed(value, 'or')}`,
    editor: {
      kind: 'text',
      label: 'Licenses',
      hint: 'SPDX identifiers with commas between, such as GPL-3.0-only, AGPL-3.0-only.',
    },
  },
  MCP: {
    name: 'Name',
    hint: 'Matches servers with the name. A * stands for any characters.',
    initial: 'acme/*',
    matched: (value) => `servers named ${value}`,
    editor: {
      kind: 'text',
      label: 'Name of the servers',
      hint: 'For example, acme/files for one server, or acme/* for all of an owner.',
    },
  },
  ORIGIN: {
    name: 'Origin',
    hint: 'Matches servers from one of the origins.',
    initial: 'community',
    matched: (value) => `${listed(value, 'and')} servers`,
    editor: { kind: 'items', label: 'Origins', options: Object.entries(ORIGIN_WORDS) },
  },
  AGE: {
    name: 'Age',
    hint: 'Matches versions that the catalog has not known for long, which nobody had time to examine.',
    initial: 'min:7',
    matched: (value) => `versions younger than ${boundOf(value)} days`,
    editor: {
      kind: 'number',
      label: 'Lowest age in days',
      hint: 'For example, 7 matches versions that were added within the last week.',
    },
  },
  PROTOCOL_VERSION: {
    name: 'Version of MCP',
    hint: 'Matches servers that speak only older versions of the protocol, or whose versions are not known.',
    initial: 'min:2025-06-18',
    matched: (value) => `servers that speak no version of MCP from ${boundOf(value)} on`,
    editor: {
      kind: 'choice',
      label: 'Servers that speak only versions before',
      prefix: 'min:',
      options: [
        ['2026-07-28', '2026-07-28, without a handshake'],
        ['2025-11-25', '2025-11-25'],
        ['2025-06-18', '2025-06-18'],
        ['2025-03-26', '2025-03-26'],
      ],
      others: 'before',
    },
  },
  SURFACE: {
    name: 'Tools and texts',
    hint: 'Matches versions whose tools or texts differ from those certified before, or from their manifest, or are not known.',
    initial: 'unchanged',
    matched: (value) =>
      value === 'declared'
        ? 'MCP bundles whose manifest names other tools or prompts than the code has'
        : 'versions whose tools, prompts, resources or texts changed',
    editor: {
      kind: 'choice',
      label: 'Versions that do not have',
      prefix: '',
      options: [
        ['unchanged', 'the tools and texts certified before'],
        ['declared', 'the tools that their manifest names'],
      ],
      others: '',
    },
  },
};
