import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const text = (max: number) => ({ type: 'string', minLength: 1, maxLength: max });
const uri = { type: 'string', format: 'uri' };
const object = (
  required: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  // Stricter than the official schema: a key that it does not know is a mistake of ours.
  additionalProperties: false,
});

/** The rules of the official registry for `server.json` of 2025-12-11, for what the hub can know. */
const SERVER_JSON = object(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    description: text(100),
    version: { ...text(255), not: { pattern: '^[\\^~<>=]|[*xX]$|^latest$' } },
  },
  {
    repository: object(
      {
        url: { ...uri, pattern: '^https?://[^/?#\\s@]+/[^\\s]' },
        source: { type: 'string', pattern: '^[a-z0-9.:-]+$' },
      },
      { subfolder: { type: 'string', pattern: '^(?!(?:.*/)?\\.{0,2}(?:/|$))[^\\\\]+$' } },
    ),
    packages: {
      type: 'array',
      minItems: 1,
      items: {
        ...object(
          {
            registryType: { enum: ['npm', 'pypi', 'oci', 'mcpb'] },
            identifier: text(1000),
            transport: object({ type: { const: 'stdio' } }),
          },
          {
            version: { ...text(255), not: { const: 'latest' } },
            fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
            runtimeHint: { enum: ['npx', 'uvx'] },
          },
        ),
        if: { properties: { registryType: { const: 'mcpb' } } },
        then: { required: ['fileSha256'], properties: { identifier: uri } },
      },
    },
    remotes: {
      type: 'array',
      minItems: 1,
      items: object({
        type: { const: 'streamable-http' },
        url: { type: 'string', pattern: '^https?://[^\\s{}]+$' },
      }),
    },
  },
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(SERVER_JSON);

/** How a `server.json` breaks the rules of the official registry; undefined if it does not. */
export const serverJsonFault = (server: unknown): string | undefined =>
  validate(server) ? undefined : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(server)}`;
