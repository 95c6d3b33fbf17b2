import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { lintTool } from './tools/lint.js'

const tools = [lintTool]

const server = new Server({ name: 'lint-server', version: '2.0.3' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
}))

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const tool = tools.find((t) => t.name === params.name)
  if (!tool) throw new Error('Unknown tool')
  return tool.handler(params.arguments ?? {})
})

await server.connect(new StdioServerTransport())
