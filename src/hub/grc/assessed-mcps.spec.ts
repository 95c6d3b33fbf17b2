import { expect, it } from '@jest/globals';
import { AssessedMcpsList } from './assessed-mcps.js';
import type { AssessedMcpsReadModel } from './assessed-mcps.read-model.js';

const listOf = (count: number): AssessedMcpsList => {
  let listed = 0;
  const readModel: Pick<AssessedMcpsReadModel, 'listAfter' | 'findingsChangedAt'> = {
    findingsChangedAt: () => Promise.resolve(null),
    listAfter: (_filter, _after, limit) => {
      const page = Array.from({ length: Math.min(limit, count - listed) }, (_each, index) => ({
        mcpId: `mcp-${listed + index}`,
        mcpName: 'acme/files',
        createdAt: 'x',
        versionId: 'version',
        snapshotId: 'snapshot',
        evaluatedAt: new Date(0),
      }));
      listed += page.length;
      return Promise.resolve(page);
    },
  };
  return new AssessedMcpsList(readModel as AssessedMcpsReadModel);
};

it('lists 20,000 analyzed MCPs, and refuses more without mcp_id', async () => {
  const filter = { orgId: 'org', mcpId: undefined };
  expect((await listOf(20_000).of(filter)).mcps).toHaveLength(20_000);
  await expect(listOf(20_001).of(filter)).rejects.toThrow('mcp_id is required');
});
