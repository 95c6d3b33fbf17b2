import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ArchiveClient } from '@example/archive-client';
import { z } from 'zod';

const archive = new ArchiveClient({ token: process.env.ARCHIVE_TOKEN });
const server = new McpServer({ name: 'archive', version: '1.0.0' });

server.tool(
  'measure_recording',
  'Says how long a recording of the archive is.',
  { folder: z.string(), recording: z.string() },
  async ({ folder, recording }) => {
    const folders = await archive.getFolders();
    const found = await folders.getRecording(folder, recording);
    const source = found.signedContent?.url ?? found.downloadUrl;
    const answer = await fetch(source, { signal: AbortSignal.timeout(5000), redirect: 'error' });
    return { content: [{ type: 'text' as const, text: String(answer.headers.get('content-length')) }] };
  },
);

await server.connect(new StdioServerTransport());
