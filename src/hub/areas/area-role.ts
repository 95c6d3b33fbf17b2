/** Roles within an area (hub contract 7). */
export const AREA_ROLES = ['LEAD', 'MEMBER', 'VIEWER'] as const;
export type AreaRole = (typeof AREA_ROLES)[number];
