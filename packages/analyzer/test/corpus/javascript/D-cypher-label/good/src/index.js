import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import neo4j from 'neo4j-driver';
import { z } from 'zod';

const driver = neo4j.driver(
  process.env.NEO4J_URI ?? 'bolt://127.0.0.1:7687',
  neo4j.auth.basic(process.env.NEO4J_USER ?? '', process.env.NEO4J_PASSWORD ?? ''),
  { connectionTimeout: 5000 },
);

const statements = {
  person: 'MATCH (n:Person {name: $name})--() RETURN count(*) AS c',
  company: 'MATCH (n:Company {name: $name})--() RETURN count(*) AS c',
};

const server = new McpServer({ name: 'knowledge-graph', version: '0.7.0' });

server.tool(
  'count_relations',
  'Number of relations of a named node',
  { label: z.enum(['person', 'company']), name: z.string().max(120) },
  { readOnlyHint: true },
  async ({ label, name }) => {
    const session = driver.session({ defaultAccessMode: neo4j.session.READ });
    try {
      const result = await session.run(statements[label], { name }, { timeout: 10000 });
      const count = result.records[0].get('c').toNumber();
      return { content: [{ type: 'text', text: String(count) }] };
    } catch (err) {
      console.error('graph query failed:', err.code);
      return { isError: true, content: [{ type: 'text', text: 'The graph did not answer' }] };
    } finally {
      await session.close();
    }
  },
);

await server.connect(new StdioServerTransport());
