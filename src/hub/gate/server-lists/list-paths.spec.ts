import { describe, expect, it } from '@jest/globals';
import { normalListUrl } from './list-paths.js';

describe('normalListUrl', () => {
  it.each([
    ['/v0.1/servers', '/v0.1/servers'],
    ['/v0.1/servers/', '/v0.1/servers'],
    ['/v0.1/servers?limit=1', '/v0.1/servers?limit=1'],
    ['/v0.1//servers?search=a//b', '/v0.1/servers?search=a//b'],
    ['/v0.1/v0.1/servers', '/v0.1/servers'],
    ['/v0.1/servers/a%2Fb/versions', '/v0.1/servers/a%2Fb/versions'],
    ['/v0.1/servers/a/b/versions', '/v0.1/servers/a%2Fb/versions'],
    ['/v0.1/servers/a/b/versions/latest', '/v0.1/servers/a%2Fb/versions/latest'],
    ['/v0.1/servers/a%2Fb/versions/versions', '/v0.1/servers/a%2Fb/versions/versions'],
    ['/v0.1/servers/a/b/c/versions', '/v0.1/servers/a/b/c/versions'],
    ['/allow/x/v0.1/servers', '/allow/x/v0.1/servers'],
    ['/allow/x/servers', '/allow/x/v0.1/servers'],
    ['/allow/x//v0.1/v0.1/servers/a/b/versions/1', '/allow/x/v0.1/servers/a%2Fb/versions/1'],
    ['/allow/x/managed-mcp.json', '/allow/x/managed-mcp.json'],
    ['/allow/x/v0.1/managed-settings.json?a', '/allow/x/managed-settings.json?a'],
    ['/allow', '/allow'],
    ['/v0.1', '/v0.1'],
    ['/v0.1/nothing', '/v0.1/nothing'],
  ])('%s is %s', (sent, normal) => {
    expect(normalListUrl(sent)).toBe(normal);
    expect(normalListUrl(normal)).toBe(normal);
  });
});
