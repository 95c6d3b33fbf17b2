/** Issuer of local users in the hub, independent of the address of the built-in provider. */
export const LOCAL_ISSUER = 'urn:mcp-hub:local-users';
