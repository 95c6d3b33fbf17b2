import type { Role } from '../api/catalogs.gen.ts';

/** Whether a role has the permission `mcp:write`, where the permissions of an organization are not loaded. */
export const mayChangeMcps = (role: Role): boolean => role !== 'MEMBER';
