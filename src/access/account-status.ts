/** Whether a user or an organization takes part. A deleted one is kept for what refers to it, and is found by nobody. */
export const STANDINGS = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
export type Standing = (typeof STANDINGS)[number];
