/** Calls that make an answer. */
export const ANSWERS: readonly string[] = [
  'NewToolResultText',
  'NewToolResultStructured',
  'NewToolResultStructuredOnly',
  'NewToolResultJSON',
  'NewToolResultError',
  'NewToolResultErrorf',
  'NewToolResultErrorFromErr',
  'NewToolResultResource',
  'NewTextContent',
  'NewPromptMessage',
  'NewGetPromptResult',
].map((name) => `github.com/mark3labs/mcp-go/mcp.${name}`);
