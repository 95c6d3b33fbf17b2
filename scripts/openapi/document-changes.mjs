/** Changes between two OpenAPI 3.0 documents that affect clients. */
import { resolve, schemaChanges } from './schema-changes.mjs';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const breaking = (what) => ({ level: 'breaking', what });
const warning = (what) => ({ level: 'warning', what });

/** Clients replace the braces; the name inside does not matter to them. */
const template = (path) => path.replaceAll(/\{[^}]*\}/g, '{}');

/** Operations by method and path template: `GET /v1/org/{}`. */
function operationsOf(document) {
  const operations = new Map();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => name in item)) {
      const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])];
      const name = `${method.toUpperCase()} ${path}`;
      operations.set(template(name), { name, ...item[method], parameters });
    }
  }
  return operations;
}

/** Parameters by location and name; path parameters by position, since their names do not matter. */
function parametersOf(document, { name, parameters }) {
  const positions = [...name.matchAll(/\{([^}]*)\}/g)].map(([, inner]) => inner);
  const keyed = parameters.map((parameter) => {
    const found = resolve(document, parameter);
    const inner = found.in === 'path' ? positions.indexOf(found.name) : found.name;
    return [`${found.in} ${found.in === 'header' ? inner.toLowerCase() : inner}`, found];
  });
  return new Map(keyed);
}

function parameterChanges(documents, before, after) {
  const [old, now] = [parametersOf(documents[0], before), parametersOf(documents[1], after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const label = `the ${(is ?? was).in} parameter ${(is ?? was).name}`;
    if (is === undefined) return [breaking(`${label} is gone`)];
    if (is.required === true && was?.required !== true) {
      return [breaking(`${label} is ${was === undefined ? 'new and required' : 'required now'}`)];
    }
    if (was === undefined) return [];
    const styles = [was, is].map(({ style, explode }) => JSON.stringify([style, explode]));
    return [
      ...(styles[0] === styles[1] ? [] : [breaking(`${label} is written in another style`)]),
      ...schemaChanges(documents, 'request', was.schema, is.schema, label),
    ];
  });
}

/** Changes to the media types of a request or response, and to the schemas of those that remain. */
function contentChanges(documents, direction, before = {}, after = {}) {
  return Object.entries(before).flatMap(([type, { schema }]) =>
    type in after
      ? schemaChanges(documents, direction, schema, after[type].schema, '')
      : [breaking(`${type} is gone`)],
  );
}

function requestChanges(documents, before, after) {
  const [old, now] = [resolve(documents[0], before.requestBody), resolve(documents[1], after.requestBody)];
  if (now.required === true && old.required !== true) return [breaking('a body is required now')];
  return contentChanges(documents, 'request', old.content, now.content);
}

function responseChanges(documents, before, after) {
  return Object.entries(before.responses).flatMap(([status, response]) => {
    if (!(status in after.responses)) return [breaking(`the status ${status} is gone`)];
    const [old, now] = [resolve(documents[0], response), resolve(documents[1], after.responses[status])];
    const headers = Object.entries(old.headers ?? {}).flatMap(([name, header]) =>
      name in (now.headers ?? {})
        ? schemaChanges(
            documents,
            'response',
            resolve(documents[0], header).schema,
            resolve(documents[1], now.headers[name]).schema,
            `the header ${name}`,
          )
        : [breaking(`the header ${name} is gone`)],
    );
    const changes = [...headers, ...contentChanges(documents, 'response', old.content, now.content)];
    return changes.map(({ level, what }) => ({ level, what: `in the response ${status}: ${what}` }));
  });
}

/** Each alternative of `security` as a sorted string, `[]` for no authentication. */
const alternatives = (document, { security = document.security ?? [] }) =>
  (security.length === 0 ? [{}] : security).map((schemes) =>
    JSON.stringify(
      Object.entries(schemes)
        .map(([scheme, scopes]) => [scheme, [...scopes].sort()])
        .sort(),
    ),
  );

function securityChanges(documents, before, after) {
  const now = alternatives(documents[1], after);
  return alternatives(documents[0], before)
    .filter((alternative) => !now.includes(alternative))
    .map((gone) =>
      breaking(gone === '[]' ? 'credentials are required now' : `credentials ${gone} are refused`),
    );
}

function operationChanges(documents, before, after) {
  return [
    ...(before.operationId === after.operationId
      ? []
      : [warning(`the operationId is ${after.operationId} instead of ${before.operationId}`)]),
    ...securityChanges(documents, before, after),
    ...parameterChanges(documents, before, after),
    ...requestChanges(documents, before, after),
    ...responseChanges(documents, before, after),
  ];
}

/**
 * Compares two versions of an OpenAPI document. Descriptions, examples and optional additions are no changes.
 * @param {object} before the document that clients were written against
 * @param {object} after the new document
 * @returns {{ operation: string, level: 'breaking' | 'warning', what: string }[]} the operation as `GET /v1/org/{org}`, with the
 * parameter names of `before`
 */
export function documentChanges(before, after) {
  const now = operationsOf(after);
  return [...operationsOf(before)].flatMap(([key, operation]) => {
    const successor = now.get(key);
    const changes =
      successor === undefined
        ? [breaking('is gone')]
        : operationChanges([before, after], operation, successor);
    return changes.map((change) => ({ operation: operation.name, ...change }));
  });
}
