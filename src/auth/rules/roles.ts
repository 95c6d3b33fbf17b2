/** Platform-wide role of a user. */
export const PLATFORM_ROLES = ['USER', 'PLATFORM_ADMIN'] as const;
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

/** Roles in an organization, the highest first (hub contract 4). */
export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type Role = (typeof ROLES)[number];

/** Permissions of roles (hub contract 4). Each role includes those of the lower ones. */
const OWN_PERMISSIONS = {
  OWNER: ['org:delete', 'org:billing'],
  ADMIN: [
    'org:edit',
    'member:invite',
    'member:manage',
    'policy:write',
    'token:write',
    'report:create',
    'audit:read',
    'area:write',
    'mcp:write',
  ],
  MEMBER: ['org:read', 'mcp:read', 'policy:read', 'report:read', 'area:read'],
} as const satisfies Record<Role, readonly string[]>;

export type Permission = (typeof OWN_PERMISSIONS)[Role][number];

/** The roles in order with all their permissions. */
export const PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  OWNER: new Set([...OWN_PERMISSIONS.OWNER, ...OWN_PERMISSIONS.ADMIN, ...OWN_PERMISSIONS.MEMBER]),
  ADMIN: new Set([...OWN_PERMISSIONS.ADMIN, ...OWN_PERMISSIONS.MEMBER]),
  MEMBER: new Set(OWN_PERMISSIONS.MEMBER),
};

/** Whether a caller with the role `own` may grant, change or revoke `other`: never a role above their own. */
export const reachesRole = (own: Role, other: Role): boolean => ROLES.indexOf(own) <= ROLES.indexOf(other);
