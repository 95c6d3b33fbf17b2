/** Name of an MCP, in two parts. */
export interface McpName {
  readonly owner: string;
  readonly slug: string;
}

/** The parts of a name `owner/slug`. */
export function mcpNameOf(name: string): McpName {
  const [owner = '', slug = ''] = name.trim().split('/');
  return { owner, slug };
}
