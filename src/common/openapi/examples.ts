import type { OpenAPIObject } from '@nestjs/swagger';
import { EXAMPLE_IDS } from './example-ids.js';
import { operationsOf } from './operations.js';

/** The parts of a schema that matter for examples. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Media {
  readonly schema?: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

const MOMENT = '2026-01-31T12:00:00.000Z';
const LATER = '2026-05-01T12:00:00.000Z';
const JSON_TYPE = /^application\/(.+\+)?json$/;

/**
 * Adds an example to every JSON body, composed of the examples of its fields: `example`, the first value of an `enum`,
 * or for identifiers and times a common value. Optional fields are omitted unless they have an example of their own.
 */
export function composeExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const composer = new ExampleComposer(schemas);
  const examples: Record<string, { value: unknown }> = {};
  for (const media of jsonBodiesOf(document)) {
    const { schema } = media;
    if (schema === undefined || 'example' in media || 'examples' in media) continue;
    const name = schema.$ref?.split('/').at(-1);
    if (name === undefined) {
      if (schema.example !== undefined) media.example = schema.example;
      continue;
    }
    examples[name] ??= { value: composer.compose(schema, '') };
    media.examples = { example: { $ref: `#/components/examples/${name}` } };
  }
  document.components = { ...document.components, examples };
}

/** The JSON bodies of requests and responses. */
function jsonBodiesOf(document: OpenAPIObject): Media[] {
  const contents = operationsOf(document).flatMap(({ operation: { requestBody, responses } }) => [
    requestBody,
    ...Object.values(responses),
  ]) as ({ content?: Record<string, Media> } | undefined)[];
  return contents
    .flatMap((holder) => Object.entries(holder?.content ?? {}))
    .filter(([type]) => JSON_TYPE.test(type))
    .map(([, media]) => media);
}

class ExampleComposer {
  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** An example of a schema; undefined if none can be derived. @param field the name of the property, or '' */
  compose(given: Schema, field: string): unknown {
    if (given.example !== undefined) return given.example;
    const schema = this.resolve(given);
    if (schema.example !== undefined) return schema.example;
    if (schema.properties !== undefined) return this.object(schema);
    if (schema.nullable === true) return null;
    if (schema.enum !== undefined) return schema.enum[0];
    if (schema.format === 'uuid') return EXAMPLE_IDS[field.replace(/_id$/, '') as keyof typeof EXAMPLE_IDS];
    if (schema.format === 'date-time') return field === 'expires_at' ? LATER : MOMENT;
    if (schema.type === 'array' && schema.items !== undefined) return this.list(schema.items);
    return undefined;
  }

  private object({ properties = {}, required = [] }: Schema): object {
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name, property]) => required.includes(name) || property.example !== undefined)
        .map(([name, property]) => [name, this.compose(property, name)]),
    );
  }

  private list(items: Schema): unknown[] {
    const item = this.compose(items, '');
    return item === undefined ? [] : [item];
  }

  private resolve(schema: Schema): Schema {
    const [only] = schema.allOf ?? [];
    if (only !== undefined) return this.resolve(only);
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.schemas[name] ?? {});
  }
}
