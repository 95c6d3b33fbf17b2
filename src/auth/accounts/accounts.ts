/**
 * Status of a user or an organization. Deleted accounts are kept as targets of references only; no lookup finds them.
 */
export const ACCOUNT_STATUSES = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Plans of users and organizations (hub contract 2). */
export const PLANS = ['FREE', 'PRO', 'ENTERPRISE'] as const;
export type Plan = (typeof PLANS)[number];
