import { parametersDigest, type DescribedParameter } from '@mcp-hub/analyzer/parameters';
import { isObject } from '../../../common/values/json.js';
import type { CertifiedParameters } from './certified-surface.js';

/** How the schema of a tool compares with that of the certified version. */
export interface SchemaComparison {
  /** What is not the certified one. */
  readonly change?: string;
  /** Whether it has texts that are not known of the certified version, and so are compared with nothing. */
  readonly isUncertain: boolean;
}

/** Members of a schema that a model reads, besides the names and descriptions of its parameters. */
const TEXTS = new Set(['description', 'title', '$comment', 'examples', 'default', 'const', 'enum']);
/** Levels of schemas that are looked through. */
const MAX_DEPTH = 32;

/**
 * Compares names and descriptions of a tool's parameters. Texts deeper in the schema are in no analysis, so that the answer only says
 * that there are some.
 */
export function compareSchema(
  schema: unknown,
  certified: CertifiedParameters[string] | undefined,
): SchemaComparison {
  const properties = isObject(schema) ? (schema['properties'] ?? {}) : {};
  if (!isObject(properties)) return { change: 'its parameters are not readable', isUncertain: false };
  const parameters = Object.entries(properties);
  if (certified === undefined) return { isUncertain: parameters.length > 0 || hasTexts(schema, 0) };
  const described = parameters.map(([name, parameter]): [string, string | null] => [name, textOf(parameter)]);
  const unknown = new Set(certified.unknown);
  const known = described.map(([name, text]): DescribedParameter => [name, unknown.has(name) ? null : text]);
  if (parametersDigest(known) !== certified.digest)
    return { change: 'its parameters or their descriptions are not the certified ones', isUncertain: false };
  const isAdded = described.some(([name, text]) => unknown.has(name) && text !== null);
  const isDeeper = parameters.some(([, parameter]) => hasTexts(withoutDescription(parameter), 0));
  const around = isObject(schema) ? { ...schema, properties: {} } : {};
  return { isUncertain: isAdded || isDeeper || hasTexts(around, 0) };
}

const textOf = (parameter: unknown): string | null =>
  isObject(parameter) && typeof parameter['description'] === 'string' ? parameter['description'] : null;

function withoutDescription(parameter: unknown): unknown {
  if (!isObject(parameter)) return parameter;
  const { description: _description, ...rest } = parameter;
  return rest;
}

/** Whether a schema has sentences for a model: words alone, such as the values of a list, order nothing. */
function hasTexts(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((each) => hasTexts(each, depth + 1));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, each]) => (TEXTS.has(name) && hasSentence(each)) || hasTexts(each, depth + 1),
  );
}

const hasSentence = (value: unknown): boolean =>
  typeof value === 'string'
    ? /\s/.test(value.trim())
    : Array.isArray(value)
      ? value.some(hasSentence)
      : isObject(value) && Object.values(value).some(hasSentence);
