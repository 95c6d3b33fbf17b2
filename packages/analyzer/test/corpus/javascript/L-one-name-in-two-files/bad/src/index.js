import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { addCalendar } from './calendar.js';
import { addLegacy } from './legacy.js';

const server = new McpServer({ name: 'calendar-tools', version: '1.0.0' });
if (process.env.CALENDAR_LEGACY) addLegacy(server);
else addCalendar(server);
await server.connect(new StdioServerTransport());
