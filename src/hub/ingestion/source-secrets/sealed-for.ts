/** To whom the secret of an MCP's source is bound (`SecretBox`). */
export const sealedFor = (mcpId: string): string => `source:${mcpId}`;
