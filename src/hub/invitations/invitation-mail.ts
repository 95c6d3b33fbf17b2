import type { Mail } from '../mail/mailer.js';
import { escapeHtml } from '../pages/markup.js';

/** What an invitation's mail says. */
export interface InvitationNews {
  readonly email: string;
  readonly role: string;
  readonly expiresAt: Date;
  readonly orgName: string;
  /** Who invites: a user's e-mail address, or a token's name. */
  readonly inviter: string;
}

// Enough to know an organization by; the rest could tell stories of its own.
const MAX_NAME_LENGTH = 100;

/** A name that somebody chose, on one line and without anything that is not seen. */
function oneLine(text: string): string {
  const shown = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  if (shown.length <= MAX_NAME_LENGTH) return shown;
  // Not half a character.
  return `${shown.slice(0, MAX_NAME_LENGTH).replace(/\p{Cs}$/u, '')}…`;
}

/** The mail that tells somebody that they are invited; `publicUrl` is where they sign in. */
export function invitationMail(news: InvitationNews, publicUrl: string): Mail {
  const org = oneLine(news.orgName);
  const inviter = oneLine(news.inviter);
  const link = `${publicUrl}/`;
  const until = `${news.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const paragraphs = (show: (text: string) => string, anchor: string): string[] => [
    `${show(inviter)} invites you to join the organization “${show(org)}” with the role ${show(news.role)}.`,
    `Sign in with this e-mail address (${show(news.email)}) by ${until} to join: ${anchor}`,
    'If you did not expect this, you can ignore it.',
  ];
  const html = paragraphs(escapeHtml, `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`);
  return {
    to: news.email,
    subject: `Invitation to join ${org}`,
    text: `${paragraphs((text) => text, link).join('\n\n')}\n`,
    html: html.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
  };
}
