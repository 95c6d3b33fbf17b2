import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const load = (environment: Record<string, string>) =>
  loadConfig({ CONFIG_FILE: '/dev/null', ...environment }, { needsSecrets: false }).analysis;

describe('the settings of analyses', () => {
  it('have the defaults of the product', () => {
    expect(load({})).toEqual({
      concurrency: 1,
      intervalHours: 24,
      timeoutSeconds: 150,
      memoryMb: 1024,
      sourceHosts: ['github.com', 'gitlab.com', 'bitbucket.org'],
    });
  });

  it('take code hosts of the organization', () => {
    const { sourceHosts } = load({
      ANALYSIS_SOURCE_HOSTS:
        'github.com, gitlab:git.example.com:8443,github.com,github:git.corp.example+private',
    });
    expect(sourceHosts).toEqual([
      'github.com',
      'gitlab:git.example.com:8443',
      'github:git.corp.example+private',
    ]);
  });

  it.each([
    '',
    'example.com',
    'https://github.com',
    'git:example.com',
    'gitlab:',
    'gitlab:-a',
    'github.com+private',
    'gitlab:git.example.com+public',
    'github.com,,',
  ])('refuse the code hosts %j', (hosts) => {
    const change = hosts === '' ? ',' : hosts;
    expect(() => load({ ANALYSIS_SOURCE_HOSTS: change })).toThrow(/analysis\.source_hosts/);
  });

  it.each([
    'ANALYSIS_CONCURRENCY',
    'ANALYSIS_INTERVAL_HOURS',
    'ANALYSIS_TIMEOUT_SECONDS',
    'ANALYSIS_MEMORY_MB',
  ])('refuse 0 for %s', (name) => expect(() => load({ [name]: '0' })).toThrow(name));
});
