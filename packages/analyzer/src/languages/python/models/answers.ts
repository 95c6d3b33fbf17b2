/** Calls that make a part of an answer. */
export const ANSWERS: readonly string[] = [
  'TextContent',
  'CallToolResult',
  'EmbeddedResource',
  'TextResourceContents',
  'PromptMessage',
  'GetPromptResult',
  'ReadResourceResult',
  'ReadResourceContents',
  'ImageContent',
]
  .flatMap((name) => [`mcp.types.${name}`, `mcp.server.lowlevel.helper_types.${name}`])
  .concat(['fastmcp.tools.tool.ToolResult', 'fastmcp.tools.ToolResult', 'fastmcp.utilities.types.Text']);
