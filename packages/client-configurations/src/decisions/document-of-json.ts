import type { RuleName } from '../built-in-rules.js';
import {
  DECISIONS_LIMITS,
  DECISIONS_SCHEMA,
  type DecidedReference,
  type DecidedSurface,
  type DecisionEntry,
  type DecisionsDocument,
  type SurfaceItem,
} from './decisions-document.js';
import { DocumentFields } from './document-fields.js';
import { isObject } from './json.js';
import { UnusableDecisions } from './unusable-decisions.js';

const KINDS = ['npm', 'pypi', 'mcpb', 'repository', 'registry', 'upload', 'unknown'] as const;
const MAX_NAME = 500;
// A day more than the longest validity of a hub, and far less than what a clock that is wrong would give.
const MAX_ASK_AGAIN_SECONDS = 7 * 24 * 3600;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const COMMIT = /^[0-9a-f]{7,64}$/;
const ENVIRONMENT = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/**
 * The document of a signed text, every field checked. Members that this version does not know are ignored.
 * @throws UnusableDecisions for anything else
 */
export function documentOf(value: unknown): DecisionsDocument {
  if (isObject(value) && value['schema_version'] !== DECISIONS_SCHEMA) {
    throw new UnusableDecisions(
      'unknown_format',
      `the decisions have a format that this version of mcp-hub does not know; it knows ${DECISIONS_SCHEMA}`,
    );
  }
  const fields = DocumentFields.of(value);
  const organization = fields.object('organization');
  const issued = fields.moment('issued_at');
  const until = fields.moment('valid_until');
  const entries = fields.objects('entries', 2 * DECISIONS_LIMITS.entries).map(entryOf);
  if (until.time <= issued.time) {
    throw new UnusableDecisions(
      'invalid_content',
      'the decisions are not readable: valid_until must be after issued_at',
    );
  }
  return {
    schema_version: DECISIONS_SCHEMA,
    organization: {
      id: organization.matching('id', UUID, 'a UUID'),
      slug: organization.text('slug', MAX_NAME),
    },
    environment: fields.matching('environment', ENVIRONMENT, 'the name of an environment'),
    revision: fields.integer('revision', 1),
    issued_at: issued.text,
    valid_until: until.text,
    ask_again_seconds: fields.integer('ask_again_seconds', 1, MAX_ASK_AGAIN_SECONDS),
    code_hosts: fields.texts('code_hosts', DECISIONS_LIMITS.hosts, MAX_NAME),
    policies_applied: fields.integer('policies_applied', 0),
    surface_changes: fields.oneOf('surface_changes', ['drop', 'report']),
    denied_left_out: fields.integer('denied_left_out', 0),
    entries,
  };
}

function entryOf(fields: DocumentFields): DecisionEntry {
  const decision = fields.oneOf('decision', ['ALLOWED', 'DENIED']);
  const digest = (name: string): string => fields.matching(name, DIGEST, 'sha256:<64 hexadecimal digits>');
  return {
    name: fields.text('name', MAX_NAME),
    kind: fields.oneOf('kind', KINDS),
    version: fields.text('version', MAX_NAME),
    semver: fields.orNull('semver', (name) => fields.text(name, MAX_NAME)),
    digest: fields.orNull('digest', digest),
    decision,
    reasons: fields.texts('reasons', DECISIONS_LIMITS.reasons),
    policy: fields.orNull('policy', (name) => ruleOf(fields.object(name))),
    warnings: fields.objects('warnings', DECISIONS_LIMITS.reasons).map((warning) => ({
      reason: warning.text('reason'),
      policy: ruleOf(warning.object('policy')),
    })),
    score: fields.orNull('score', (name) => fields.integer(name, 0, 100)),
    package: fields.orNull('package', (name) => {
      const found = fields.object(name);
      return { name: found.text('name', MAX_NAME), version: found.text('version', MAX_NAME) };
    }),
    bundle: fields.orNull('bundle', (name) => {
      const found = fields.object(name);
      return {
        org: found.text('org', MAX_NAME),
        digest: found.matching('digest', DIGEST, 'sha256:<64 hexadecimal digits>'),
      };
    }),
    mcpb_digest: fields.has('mcpb_digest') ? fields.orNull('mcpb_digest', digest) : null,
    start: fields.has('start')
      ? fields.orNull('start', (name) => {
          const start = fields.object(name);
          return {
            commands: start.texts('commands', DECISIONS_LIMITS.start, MAX_NAME),
            variables: start.texts('variables', DECISIONS_LIMITS.start, MAX_NAME),
          };
        })
      : null,
    surface_digest: fields.orNull('surface_digest', digest),
    surface: fields.orNull('surface', (name) => surfaceOf(fields.object(name))),
    references: fields.objects('references', DECISIONS_LIMITS.references).map(referenceOf),
  };
}

const ruleOf = (fields: DocumentFields): RuleName => ({
  id: fields.matching('id', UUID, 'a UUID'),
  name: fields.text('name'),
});

function referenceOf(fields: DocumentFields): DecidedReference {
  const texts = (name: string): readonly string[] =>
    fields.texts(name, DECISIONS_LIMITS.references, MAX_NAME);
  const commits = texts('commits');
  if (!commits.every((commit) => COMMIT.test(commit))) {
    throw new UnusableDecisions(
      'invalid_content',
      'the decisions are not readable: commits must be hexadecimal',
    );
  }
  return {
    name: fields.text('name', MAX_NAME),
    versions: texts('versions'),
    numbers: texts('numbers'),
    commits,
    ...(fields.has('starts_newest') && { starts_newest: fields.oneOf('starts_newest', [true, false]) }),
  };
}

const surfaceOf = (fields: DocumentFields): DecidedSurface => ({
  tools: itemsOf(fields, 'tools'),
  prompts: fields.orNull('prompts', (name) => itemsOf(fields, name)),
  resources: fields.orNull('resources', (name) => itemsOf(fields, name)),
});

const SHA256 = 'sha256:<64 hexadecimal digits>';

const itemsOf = (fields: DocumentFields, name: string): readonly SurfaceItem[] =>
  fields.objects(name, DECISIONS_LIMITS.surface).map((item) => ({
    name: item.text('name'),
    text: item.orNull('text', (text) => item.matching(text, DIGEST, SHA256)),
    ...(item.has('parameters') && {
      parameters: item.orNull('parameters', (field) => {
        const parameters = item.object(field);
        return {
          digest: parameters.matching('digest', DIGEST, SHA256),
          unknown: parameters.texts('unknown', DECISIONS_LIMITS.parameters),
        };
      }),
    }),
  }));
