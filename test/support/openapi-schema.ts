type Json = Record<string, unknown>;

/**
 * A schema of OpenAPI 3.0.3 as JSON Schema, read to the letter:
 *
 * - beside `$ref`, nothing counts;
 * - `nullable` adds null to the `type` of the same schema, and does nothing without one: neither an `enum` without null nor
 *   a schema in `allOf` accepts null because of it.
 *
 * It is closed: an object has no undocumented property.
 */
export function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, nullable, example: _example, ...rest } = node as Json;
  if (typeof $ref === 'string') return { $ref };
  const schema = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, toJsonSchema(child)]));
  if (schema['type'] === 'object' && 'properties' in schema && !('additionalProperties' in schema)) {
    schema['additionalProperties'] = false;
  }
  if (nullable === true && typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null'];
  return schema;
}
