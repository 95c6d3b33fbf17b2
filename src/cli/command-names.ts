/** Names of the commands that run the server. */
export const START = 'start';
export const DEMO = 'demo';
/** The command that starts an MCP server. */
export const RUN = 'run';
