import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * Moves the default values of properties into their descriptions. Generators of clients read `default` of a schema as
 * "always there" and make the property required, also in requests, which may leave it out.
 */
export function describeDefaults({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {})) {
    if (!('properties' in schema)) continue;
    for (const property of Object.values(schema.properties ?? {})) {
      if (!('default' in property)) continue;
      const value = property.default as unknown;
      const text = `Default: \`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\`.`;
      property.description = [property.description, text].filter(Boolean).join(' ');
      delete property.default;
    }
  }
}
