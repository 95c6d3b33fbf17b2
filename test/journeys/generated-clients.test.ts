import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CiGate, uniqueName } from '../support/ci-gate.js';
import { PASSWORD } from '../support/credentials.js';

const run = promisify(execFile);
const node = async (folder: string, ...words: string[]): Promise<string> =>
  (await run(process.execPath, words, { cwd: folder })).stdout;

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
};

/**
 * Generates the types of a document and compiles a program against them.
 * @throws with the compiler's errors
 */
async function compiled(document: string, program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await copyFile(`test/journeys/clients/${program}.ts`, join(folder, `${program}.ts`));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }));
  // With default options, and without the settings of this repository.
  const source = resolve('docs/openapi', `${document}.yaml`);
  await node(folder, resolve('node_modules/openapi-typescript/bin/cli.js'), source, '-o', `${document}.ts`);
  await node(folder, resolve('node_modules/typescript/bin/tsc'), '-p', '.').catch((error: unknown) => {
    throw new Error((error as { stdout: string }).stdout);
  });
  return join(folder, `${program}.js`);
}

describe('a TypeScript client generated from the OpenAPI document', () => {
  let gate: CiGate;
  beforeAll(async () => {
    gate = await CiGate.start();
  });
  afterAll(() => gate.close());

  it('compiles under strict, and runs login → publish → upload → status → resolve → download', async () => {
    const program = await compiled('registry', 'registry-client');
    const { username } = await gate.t.actors.member('generated', 'admin');
    expect(JSON.parse(await node(dirname(program), program, gate.t.url, username, PASSWORD))).toEqual({
      lifetime: true,
      uploaded: true,
      status: 'published',
      version: '1.0.0',
      intact: true,
      refusal: 'not_found',
    });
  });

  it('compiles under strict, and runs invite → policy → evaluate', async () => {
    const program = await compiled('v1', 'hub-client');
    const [allowed, denied] = [uniqueName('allowed'), uniqueName('denied')];
    await gate.server(allowed);
    await gate.server(denied, [{ commit: 'd'.repeat(40), score: 40 }]);
    const token = gate.org.owner.credentials['authorization']?.replace('Bearer ', '') ?? '';
    expect(
      JSON.parse(await node(dirname(program), program, gate.t.url, token, gate.org.id, allowed, denied)),
    ).toEqual({
      invitation: 'PENDING',
      enabled: true,
      result: 'FAIL',
      mcps: [{ result: 'ALLOWED' }, { result: 'DENIED', by: 'No low scores' }],
      limited: true,
      refusal: 'BAD_REQUEST',
    });
  });
});
