import type { HubPart } from '../hub-part.js';
import { Mailer } from './mailer.js';

/** Mails. */
export const mailPart: HubPart = {
  providers: [Mailer],
};
