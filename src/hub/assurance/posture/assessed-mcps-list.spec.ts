import { expect, it } from '@jest/globals';
import { AssessedMcpsList } from './assessed-mcps-list.js';
import type { AssessedMcpsReadModel } from './assessed-mcps.read-model.js';

const listOf = (count: number): AssessedMcpsList => {
  const readModel: Pick<AssessedMcpsReadModel, 'list'> = {
    list: (_filter, limit) =>
      Promise.resolve(
        Array.from({ length: Math.min(limit, count) }, (_each, index) => ({
          mcpId: `mcp-${index}`,
          mcpName: 'acme/files',
          versionId: 'version',
          snapshotId: 'snapshot',
          evaluatedAt: new Date(0),
          findingsChangedAt: null,
        })),
      ),
  };
  return new AssessedMcpsList(readModel as AssessedMcpsReadModel);
};

it('lists 20,000 analyzed MCPs, and refuses more without mcp_id', async () => {
  const filter = { orgId: 'org', mcpId: undefined };
  expect((await listOf(20_000).of(filter)).mcps).toHaveLength(20_000);
  await expect(listOf(20_001).of(filter)).rejects.toThrow('mcp_id is required');
});
