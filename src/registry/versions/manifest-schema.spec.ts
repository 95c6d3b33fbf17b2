import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { MANIFEST_SCHEMA } from './manifest-schema.js';
import { manifestFault } from './manifest.js';

const { selfRequired: _selfRequired, ...schema } = MANIFEST_SCHEMA as Record<string, unknown>;
const isDescribed = new Ajv({ strict: false }).compile(schema);

const good = (): Record<string, unknown> => structuredClone(schema['example']) as Record<string, unknown>;
const isAccepted = (manifest: unknown): boolean =>
  manifestFault(manifest, { packageId: 'acme/files', version: '1.2.3' }) === undefined;

const LONG = 'x'.repeat(1024);

describe('the schema of manifests', () => {
  it.each([
    ['the example', good()],
    ['further fields', { ...good(), license: 'MIT', runtime: { type: 'a', version: 'b', more: 1 } }],
    ['texts at their limit', { ...good(), entrypoint: { command: Array<string>(256).fill(LONG) } }],
    ['no entrypoint', { ...good(), entrypoint: undefined }],
    ['an entrypoint without command', { ...good(), entrypoint: { args: [] } }],
  ])('describes what is accepted: %s', (_what, manifest) => {
    const sent: unknown = JSON.parse(JSON.stringify(manifest));
    expect({ described: isDescribed(sent), accepted: isAccepted(sent) }).toEqual({
      described: true,
      accepted: true,
    });
  });

  it.each([
    ['a list', []],
    ['no schema_version', { ...good(), schema_version: undefined }],
    ['schema_version 0', { ...good(), schema_version: 0 }],
    ['schema_version 1.5', { ...good(), schema_version: 1.5 }],
    ['schema_version beyond safe integers', { ...good(), schema_version: 2 ** 53 }],
    ['no package', { ...good(), package: undefined }],
    ['a package without id', { ...good(), package: { version: '1.2.3' } }],
    ['a runtime without version', { ...good(), runtime: { type: 'node' } }],
    ['an empty text', { ...good(), runtime: { type: '', version: 'b' } }],
    ['a text that is too long', { ...good(), runtime: { type: `${LONG}x`, version: 'b' } }],
    ['an empty command', { ...good(), entrypoint: { command: [] } }],
    ['a command with a number', { ...good(), entrypoint: { command: [1] } }],
    ['a command that is too long', { ...good(), entrypoint: { command: Array<string>(257).fill('a') } }],
  ])('rejects what is refused: %s', (_what, manifest) => {
    const sent: unknown = JSON.parse(JSON.stringify(manifest));
    expect({ described: isDescribed(sent), accepted: isAccepted(sent) }).toEqual({
      described: false,
      accepted: false,
    });
  });
});
