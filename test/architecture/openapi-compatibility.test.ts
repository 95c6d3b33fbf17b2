import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { documentChanges } from '../../scripts/openapi/document-changes.mjs';

const SCRIPT = resolve('scripts/check-openapi.mjs');

/** A small document; its parts are changed below. */
function exampleDocument() {
  const input = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 10 },
      kind: { type: 'string', enum: ['a', 'b'] },
      size: { type: 'integer', nullable: true },
      parent: { $ref: '#/components/schemas/Input' },
    } as Record<string, object>,
  };
  const output = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      kind: { type: 'string', enum: ['a', 'b'] },
      size: { type: 'number' },
      tags: { type: 'array', items: { allOf: [{ $ref: '#/components/schemas/Tag' }], nullable: true } },
    } as Record<string, object>,
  };
  const tag = {
    type: 'object',
    required: ['word'],
    properties: { word: { type: 'string' } } as Record<string, object>,
  };
  const operation = {
    operationId: 'create',
    description: 'Creates.',
    security: [{ bearer: [] }, {}] as object[],
    parameters: [
      { name: 'org', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
    ] as Record<string, unknown>[],
    requestBody: {
      required: false,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } } as Record<
        string,
        object
      >,
    },
    responses: {
      200: {
        description: 'Created.',
        headers: { ETag: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Output' } } },
      },
      404: { description: 'Not found.' },
    } as Record<number, { description: string; headers?: object; content?: Record<string, object> }>,
  };
  return {
    openapi: '3.0.0',
    info: { title: 'Example', version: '1' },
    paths: { '/orgs/{org}': { post: operation } } as Record<string, object>,
    components: { schemas: { Input: input, Output: output, Tag: tag } },
    operation,
    input,
    output,
    tag,
  };
}
type Document = ReturnType<typeof exampleDocument>;

/** The changes that affect clients of the example, as `level: what`. */
function changes(change: (document: Document) => unknown): readonly string[] {
  const changed = exampleDocument();
  change(changed);
  return documentChanges(exampleDocument(), changed).map(({ operation, level, what }) => {
    expect(operation).toBe('POST /orgs/{org}');
    return `${level}: ${what}`;
  });
}

describe('the comparison of OpenAPI documents', () => {
  it.each<[string, (document: Document) => unknown]>([
    ['no change', () => undefined],
    ['another description', ({ operation }) => (operation.description = 'Makes.')],
    ['a new operation', ({ paths, operation }) => (paths['/new'] = { get: operation })],
    ['a new status', ({ operation }) => (operation.responses[409] = { description: 'Conflict.' })],
    ['a new optional property of a request', ({ input }) => (input.properties['new'] = { type: 'string' })],
    ['a new property of a response', ({ output }) => (output.properties['new'] = { type: 'string' })],
    ['a property of a request that is no longer required', ({ input }) => (input.required = [])],
    ['a property of a response that is always there now', ({ output }) => output.required.push('size')],
    [
      'a wider enum of a request',
      ({ input }) => (input.properties['kind'] = { type: 'string', enum: ['a', 'b', 'c'] }),
    ],
    [
      'a narrower enum of a response',
      ({ output }) => (output.properties['kind'] = { type: 'string', enum: ['a'] }),
    ],
    [
      'a higher limit of a request',
      ({ input }) => (input.properties['name'] = { type: 'string', maxLength: 11 }),
    ],
    [
      'a number of a request that was an integer',
      ({ input }) => (input.properties['size'] = { type: 'number', nullable: true }),
    ],
    [
      'an integer of a response that was a number',
      ({ output }) => (output.properties['size'] = { type: 'integer' }),
    ],
    [
      'another name of a path parameter',
      ({ paths, operation }) => {
        paths['/orgs/{name}'] = { post: operation };
        delete paths['/orgs/{org}'];
        Object.assign(operation.parameters[0] ?? {}, { name: 'name' });
      },
    ],
    ['one more way to sign in', ({ operation }) => operation.security.push({ basic: [] })],
  ])('accepts %s', (_what, change) => {
    expect(changes(change)).toEqual([]);
  });

  it.each<[string, string, (document: Document) => unknown]>([
    [
      'a wider enum of a response',
      'in the response 200: kind may be "c" as well',
      ({ output }) => (output.properties['kind'] = { type: 'string', enum: ['a', 'b', 'c'] }),
    ],
    [
      'a removed property of a request',
      'size has no effect any more',
      ({ input }) => delete input.properties['size'],
    ],
    [
      'another operationId',
      'the operationId is make instead of create',
      ({ operation }) => (operation.operationId = 'make'),
    ],
  ])('warns about %s', (_what, warning, change) => {
    expect(changes(change)).toEqual([`warning: ${warning}`]);
  });

  it.each<[string, string, (document: Document) => unknown]>([
    ['a removed path', 'is gone', ({ paths }) => delete paths['/orgs/{org}']],
    ['a removed method', 'is gone', ({ paths, operation }) => (paths['/orgs/{org}'] = { put: operation })],
    ['a removed status', 'the status 404 is gone', ({ operation }) => delete operation.responses[404]],
    [
      'a removed header of a response',
      'in the response 200: the header ETag is gone',
      ({ operation }) => delete operation.responses[200]?.headers,
    ],
    [
      'a removed media type of a response',
      'in the response 200: application/json is gone',
      ({ operation }) => delete operation.responses[200]?.content,
    ],
    [
      'a removed property of a response',
      'in the response 200: size is gone',
      ({ output }) => delete output.properties['size'],
    ],
    [
      'a removed property of items, behind a reference',
      'in the response 200: tags[].word is gone',
      ({ tag }) => delete tag.properties['word'],
    ],
    [
      'a property of a response that may be missing',
      'in the response 200: id may be missing',
      ({ output }) => (output.required = []),
    ],
    [
      'a property of a response that may be null',
      'in the response 200: size may be null',
      ({ output }) => (output.properties['size'] = { type: 'number', nullable: true }),
    ],
    [
      'another type in a response',
      'in the response 200: size is string instead of number',
      ({ output }) => (output.properties['size'] = { type: 'string' }),
    ],
    [
      'another format in a response',
      'in the response 200: id has no format instead of uuid',
      ({ output }) => (output.properties['id'] = { type: 'string' }),
    ],
    [
      'a new required property of a request',
      'new is new and required',
      ({ input }) => {
        input.properties['new'] = { type: 'string' };
        input.required.push('new');
      },
    ],
    [
      'a property of a request that is required now',
      'kind is required now',
      ({ input }) => input.required.push('kind'),
    ],
    [
      'a narrower enum of a request',
      'kind no longer takes "b"',
      ({ input }) => (input.properties['kind'] = { type: 'string', enum: ['a'] }),
    ],
    [
      'a new enum of a request',
      'name takes only "x"',
      ({ input }) => (input.properties['name'] = { type: 'string', maxLength: 10, enum: ['x'] }),
    ],
    [
      'a lower limit of a request',
      'name has the maxLength 9 instead of 10',
      ({ input }) => (input.properties['name'] = { type: 'string', maxLength: 9 }),
    ],
    [
      'a new pattern of a request',
      'name has the pattern ^a instead of none',
      ({ input }) => (input.properties['name'] = { type: 'string', maxLength: 10, pattern: '^a' }),
    ],
    [
      'a property of a request that must not be null',
      'size must not be null any more',
      ({ input }) => (input.properties['size'] = { type: 'integer' }),
    ],
    [
      'unknown properties of a request that are refused now',
      'the body takes no other keys',
      ({ input }) => Object.assign(input, { additionalProperties: false }),
    ],
    [
      'a removed media type of a request',
      'application/json is gone',
      ({ operation }) => delete operation.requestBody.content['application/json'],
    ],
    [
      'a body that is required now',
      'a body is required now',
      ({ operation }) => (operation.requestBody.required = true),
    ],
    [
      'a removed parameter',
      'the query parameter limit is gone',
      ({ operation }) => operation.parameters.pop(),
    ],
    [
      'a new required parameter',
      'the query parameter new is new and required',
      ({ operation }) =>
        operation.parameters.push({ name: 'new', in: 'query', required: true, schema: { type: 'string' } }),
    ],
    [
      'a lower limit of a parameter',
      'the query parameter limit has the maximum 50 instead of 100',
      ({ operation }) =>
        Object.assign(operation.parameters[1] ?? {}, { schema: { type: 'integer', maximum: 50 } }),
    ],
    [
      'an operation that needs credentials now',
      'credentials are required now',
      ({ operation }) => operation.security.pop(),
    ],
    [
      'a way to sign in that is refused',
      'credentials [["bearer",[]]] are refused',
      ({ operation }) => operation.security.shift(),
    ],
    [
      'a composition, whose parts are not compared',
      'name has another oneOf',
      ({ input }) =>
        (input.properties['name'] = { type: 'string', maxLength: 10, oneOf: [{ minLength: 2 }] }),
    ],
  ])('refuses %s', (_what, change, apply) => {
    expect(changes(apply)).toEqual([`breaking: ${change}`]);
  });
});

describe('npm run openapi:changes', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcp-hub-openapi-'));
    await mkdir(join(folder, 'docs/openapi/released'), { recursive: true });
    const changed = exampleDocument();
    delete changed.output.properties['size'];
    await write('docs/openapi/released/v1.yaml', exampleDocument());
    await write('docs/openapi/v1.yaml', changed);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = (path: string, { openapi, info, paths, components }: Document): Promise<void> =>
    writeFile(join(folder, path), stringify({ openapi, info, paths, components }));

  /** Exit code and first line of a check with this changelog. */
  async function check(changelog: string): Promise<{ code: number; line: string | undefined }> {
    await writeFile(join(folder, 'CHANGELOG.md'), changelog);
    return new Promise((done) => {
      execFile(process.execPath, [SCRIPT, folder], (error, stdout) => {
        done({ code: error === null ? 0 : Number(error.code), line: stdout.split('\n')[0] });
      });
    });
  }
  const CHANGE = 'POST /orgs/{org}: in the response 200: size is gone';

  it('fails when a change breaks clients of the last release', async () => {
    expect(await check('## [Unreleased]\n')).toEqual({ code: 1, line: `breaking: ${CHANGE}` });
  });

  it('accepts a breaking change of an operation that the changelog lists as breaking', async () => {
    const section = '## [Unreleased]\n\n### Breaking\n\n- `POST /orgs/{org}` has no size.\n';
    expect(await check(section)).toEqual({ code: 0, line: `accepted, breaking: ${CHANGE}` });
    // An earlier release has broken something else.
    const earlier = section.replace('### Breaking', '### Changed\n\n## [0.9.0]\n\n### Breaking');
    expect(await check(earlier)).toEqual({ code: 1, line: `breaking: ${CHANGE}` });
  });
});
