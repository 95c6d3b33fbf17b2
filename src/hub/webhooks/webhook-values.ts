/** Who sends webhooks (hub contract 15). */
export const WEBHOOK_SENDERS = ['github', 'gitlab', 'bitbucket', 'stripe'] as const;
export type WebhookSender = (typeof WEBHOOK_SENDERS)[number];

/** The code hosts among them. */
export type CodeHost = Exclude<WebhookSender, 'stripe'>;

/**
 * What a delivery has done. ACCEPTED: it had an effect. IGNORED: it is about nothing that has one. UNKNOWN: nobody here
 * has its repository or customer. STALE: something newer was there before. REPLAYED: the same body has had its effect
 * under another delivery id.
 */
export type WebhookOutcome = 'ACCEPTED' | 'IGNORED' | 'UNKNOWN' | 'STALE' | 'REPLAYED';
