const { execFile } = require('node:child_process');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const projects = new Map();
const server = new McpServer({ name: 'projects', version: '2.0.1' });

server.tool('status_of', 'Shows the state of a project', { project: z.string().max(40) }, ({ project }) => {
  const folder = projects.get(project) ?? '.';
  return new Promise((resolve) => {
    execFile('git', ['status'], { cwd: '/srv/projects', timeout: 5000 }, (error, stdout) => {
      resolve({ content: [{ type: 'text', text: error ? 'unknown' : stdout }] });
    });
  });
});

server.tool('open_project', 'Names a project', { project: z.string().max(40), folder: z.string().max(200) }, (input) => {
  projects.set(input.project, input.folder);
  return { content: [{ type: 'text', text: 'opened' }] };
});

server.connect(new StdioServerTransport());
