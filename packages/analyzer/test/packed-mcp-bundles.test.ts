import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb/cli';
import { signMcpbFile } from '@anthropic-ai/mcpb/node';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { analyzeCommand, fileOf, folderOf } from './support/analyze-command.js';
import { certificate } from './support/certificate.js';
import { manifest, NODE, reportOf, SERVER } from './support/mcp-bundle.js';

describe('a bundle of the official packer', () => {
  let path: string;
  beforeAll(async () => {
    const document = manifest(
      { ...NODE, env: { KEY: '${user_config.key}' } },
      {
        tools: [{ name: 'look' }, { name: 'gone' }],
        user_config: {
          key: { type: 'string', title: 'Key', description: 'A key', sensitive: true, required: true },
          dir: { type: 'directory', title: 'Folder', description: 'A folder' },
        },
      },
    );
    const folder = folderOf({ 'manifest.json': JSON.stringify(document), 'server/index.mjs': SERVER });
    path = join(mkdtempSync(join(tmpdir(), 'mcp-bundle-')), 'x.mcpb');
    expect(await packExtension({ extensionPath: folder, outputPath: path, silent: true })).toBe(true);
  });

  it('is analyzed by the command with what its manifest says', () => {
    const report = JSON.parse(analyzeCommand([path, '--json']).stdout);
    expect(report.complete).toBe(true);
    expect(report.mcp_surface.tools).toEqual(['find', 'look']);
    expect(report.distributable).toEqual({
      is_distributable: true,
      runtime: 'node',
      entrypoint: 'server/index.mjs',
    });
    expect(report.mcpb).toMatchObject({
      size_bytes: readFileSync(path).length,
      manifest_version: '0.3',
      server_type: 'node',
      tools: {
        declared: ['gone', 'look'],
        generated: false,
        only_in_manifest: ['gone'],
        only_in_code: ['find'],
      },
      prompts: { declared: null, only_in_manifest: [], only_in_code: [] },
      user_config: [
        { name: 'key', type: 'string', required: true, sensitive: true },
        { name: 'dir', type: 'directory', required: false, sensitive: false },
      ],
      signature: { status: 'none', reason: null, signer: null },
    });
  });

  it('shows in texts what the manifest says and the code does not', () => {
    const { stdout } = analyzeCommand([path]);
    expect(stdout).toContain('tools of the manifest that the code does not have: gone');
    expect(stdout).toContain('tools of the code that the manifest does not name: find');
    expect(stdout).toContain('asks for key, dir; secret: key');
    expect(stdout).toContain('not signed');
    const sarif = JSON.parse(analyzeCommand([path, '--format', 'sarif']).stdout);
    expect(sarif.runs[0].properties.mcpb.tools.only_in_manifest).toEqual(['gone']);
  });

  it('is intact as it was signed, and broken with another byte', async () => {
    const signed = fileOf('x.mcpb', readFileSync(path));
    const { certificateFile, keyFile } = certificate('Acme');
    signMcpbFile(signed, certificateFile, keyFile);
    const bytes = readFileSync(signed);
    const { signature } = (await reportOf(bytes)).mcpb;
    expect(signature).toMatchObject({
      status: 'intact',
      reason: null,
      signer: { subject: 'Acme', issuer: 'Acme', self_signed: true },
    });
    expect(signature.signer?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const at = bytes.indexOf('MCPB_SIG_V1');
    // The time of the last entry in the central directory: no reader cares.
    const directory = bytes.lastIndexOf('PK\x01\x02', at, 'latin1');
    bytes[directory + 12] = (bytes[directory + 12] ?? 0) ^ 1;
    expect((await reportOf(bytes)).mcpb.signature).toEqual({
      status: 'broken',
      reason: 'the bundle is not what was signed',
      signer: null,
    });
  });

  it('has a signature that cannot be read', async () => {
    const bytes = readFileSync(path);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(3);
    const block = Buffer.concat([
      Buffer.from('MCPB_SIG_V1'),
      length,
      Buffer.from('abc'),
      Buffer.from('MCPB_SIG_END'),
    ]);
    expect((await reportOf(Buffer.concat([bytes, block]))).mcpb.signature).toEqual({
      status: 'unchecked',
      reason: 'it is no PKCS#7 that can be read',
      signer: null,
    });
  });
});
