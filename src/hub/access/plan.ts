/** Plans of users and organizations (hub spec, Roles). */
export const PLANS = ['FREE', 'PRO', 'ENTERPRISE'] as const;
export type Plan = (typeof PLANS)[number];
