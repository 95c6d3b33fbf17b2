import type { ApiPropertyOptions } from '@nestjs/swagger';
import { MAX_COMMAND, MAX_MANIFEST_VALUES, MAX_TEXT } from './manifest.js';

const TEXT = { type: 'string', minLength: 1, maxLength: MAX_TEXT } as const;
// Further fields are allowed in every object, and kept.
const OPEN = { type: 'object', additionalProperties: true } as const;

/** The OpenAPI schema of a manifest, which `manifestFault` checks. */
export const MANIFEST_SCHEMA: ApiPropertyOptions = {
  ...OPEN,
  selfRequired: true,
  description: `The manifest of the version, of at most ${MAX_MANIFEST_VALUES} values. Fields that are not listed here are allowed and kept.`,
  required: ['schema_version', 'package', 'runtime'],
  properties: {
    schema_version: { type: 'integer' as const, minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    package: {
      ...OPEN,
      required: ['id', 'version'],
      properties: {
        id: { type: 'string' as const, description: '`<org>/<name>` of the path.' },
        version: { type: 'string' as const, description: 'The same as `version` of the request.' },
      },
    },
    runtime: { ...OPEN, required: ['type', 'version'], properties: { type: TEXT, version: TEXT } },
    entrypoint: {
      ...OPEN,
      description: 'Without a command, clients cannot run the version, and publishing has a warning.',
      properties: {
        command: {
          type: 'array' as const,
          items: TEXT,
          minItems: 1,
          maxItems: MAX_COMMAND,
          description: 'The program and its arguments.',
        },
      },
    },
  },
  example: {
    schema_version: 1,
    package: { id: 'acme/files', version: '1.2.3' },
    runtime: { type: 'node', version: '>=22' },
    entrypoint: { command: ['node', 'dist/index.js'] },
  },
};
