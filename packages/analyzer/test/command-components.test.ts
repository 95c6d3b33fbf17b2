import { describe, expect, it } from '@jest/globals';
import { analyzeCommand, folderOf } from './support/analyze-command.js';

describe('mcp-analyze --format sbom', () => {
  it('reports that an SBOM is incomplete, and why, when the analysis did not finish', () => {
    const folder = folderOf({ 'server.js': 'export const two = 2;\n' });
    const ended = analyzeCommand([folder, '--memory', '30', '--format', 'sbom']);
    expect(ended).toMatchObject({
      code: 3,
      stderr: 'incomplete: the analysis took more than 30 MB of memory; --memory gives it more\n',
    });
    expect(JSON.parse(ended.stdout).compositions[0].aggregate).toBe('incomplete');
    const partly = folderOf({ 'server.js': 'require("./core.dat");\n', 'core.dat': 'run();' });
    expect(analyzeCommand([partly, '--format', 'sbom'])).toMatchObject({
      code: 3,
      stderr: 'incomplete: core.dat: is run, and is not in a language that is analyzed\n',
    });
    expect(analyzeCommand([folder, '--format', 'sbom'])).toMatchObject({ code: 0, stderr: '' });
  });
});
