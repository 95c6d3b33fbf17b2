import type { OpenAPIObject } from '@nestjs/swagger';

type Node = Record<string, unknown>;

const COMPONENT = '#/components/schemas/';

/**
 * Rewrites what OpenAPI 3.0 reads differently from its authors, so that `null` conforms wherever it is sent:
 *
 * - `nullable` beside a reference allows nothing, because the referenced schema still refuses null. It becomes a reference
 *   to `Nullable…`, a copy of the schema that is nullable itself; the schema goes if nothing else refers to it.
 * - an `enum` allows null only if it lists it.
 */
export function rewriteNullable(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Node>;
  const nodes = [...nodesIn(document)];
  for (const node of nodes) {
    const values = node['enum'];
    if (node['nullable'] === true && Array.isArray(values) && !values.includes(null)) values.push(null);
  }
  const references = nodes.filter((node) => node['nullable'] === true && referenceOf(node) !== undefined);
  for (const [name, users] of Map.groupBy(references, (node) => referenceOf(node) ?? '')) {
    const target = `Nullable${name}`;
    schemas[target] = { ...schemas[name], nullable: true };
    const all = nodes.filter(({ $ref }) => $ref === COMPONENT + name);
    if (all.length === users.length) Reflect.deleteProperty(schemas, name);
    for (const node of users) {
      delete node['nullable'];
      delete node['type'];
      delete node['allOf'];
      const reference = { $ref: COMPONENT + target };
      // Beside a reference, nothing is read.
      Object.assign(node, Object.keys(node).length === 0 ? reference : { allOf: [reference] });
    }
  }
}

/** The name of the only schema that a schema refers to. */
function referenceOf({ allOf }: Node): string | undefined {
  const [only, ...others] = (allOf ?? []) as { $ref?: string }[];
  return others.length === 0 ? only?.$ref?.slice(COMPONENT.length) : undefined;
}

/** Every object within a node. */
function* nodesIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}
