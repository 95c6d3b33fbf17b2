/** Issuer of local users where they use the hub, whatever the address of the built-in provider is. */
export const LOCAL_ISSUER = 'urn:mcp-hub:local-users';
