/** Whether a user or an organization takes part. A deleted one is kept for what refers to it, and is found by nobody. */
export const ACCOUNT_STATUSES = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Plans of users and organizations (hub contract 2). */
export const PLANS = ['FREE', 'PRO', 'ENTERPRISE'] as const;
export type Plan = (typeof PLANS)[number];
