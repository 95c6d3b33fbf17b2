import { ApiExtension, type OpenAPIObject } from '@nestjs/swagger';

// Extension that holds the text between the decorator of a rule and the finished document.
const EXTENSION = 'x-access-text';

/** Adds who may call an operation to its description. @param text Markdown */
export const AccessText = (text: string): MethodDecorator => ApiExtension(EXTENSION, text);

/** Appends the text to the description of an operation. */
export function describeAccess(operation: { description?: string; [EXTENSION]?: string }): void {
  const { [EXTENSION]: text, description = '' } = operation;
  if (text === undefined) return;
  Reflect.deleteProperty(operation, EXTENSION);
  operation.description = [description, `**Who may call:** ${text}`]
    .filter((part) => part !== '')
    .join('\n\n');
}

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
