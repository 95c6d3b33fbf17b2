import { describe, expect, it } from '@jest/globals';
import { comparedIn } from '../support/compared-dependencies.js';

const MAIN = 'package main\n\nfunc main() {}\n';

describe('modules of Go', () => {
  it('are compared in the versions that go.mod names, with those that replace them', async () => {
    const { compared, others } = await comparedIn({
      'main.go': MAIN,
      'go.mod': `module example.org/a\r\ngo 1.22\r\nrequire (\r\n\texample.org/bad v1.0.0\r\n\texample.org/other v1.0.0\r\n\texample.org/local v1.0.0\r\n)\r\nreplace example.org/other => example.org/bad v1.5.0\r\nreplace example.org/local => ./local\r\n`,
    });
    expect(compared).toEqual(['example.org/bad v1.0.0!', 'example.org/bad v1.5.0!']);
    expect(others).toEqual(['example.org/local file']);
  });

  it('of a workspace are none of a registry', async () => {
    const { compared, others, sbom } = await comparedIn({
      'main.go': MAIN,
      'go.work': 'go 1.22\nuse (\n\t.\n\t./core\n)\n',
      'go.mod':
        'module example.org/a\ngo 1.22\nrequire example.org/bad v1.0.0\nrequire example.org/fine v1.0.0\n',
      'core/go.mod': 'module example.org/bad\ngo 1.22\n',
    });
    expect([compared, others]).toEqual([['example.org/fine v1.0.0'], []]);
    expect(sbom.components.map(({ name }) => name)).toEqual(['example.org/fine']);
  });
});
