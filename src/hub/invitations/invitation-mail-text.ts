import escapeHtml from 'escape-html';
import type { Actor } from '../audit/actor.js';
import type { Mail } from '../mail/mailer.js';
import { unlinkedName } from '../mail/unlinked-name.js';

/** What an invitation's mail says. */
export interface InvitationMailContent {
  readonly email: string;
  readonly role: string;
  readonly expiresAt: Date;
  readonly orgName: string;
  readonly inviter: Actor;
}

// Telephones make links of dates and numbers, too.
const NO_DETECTION =
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">';

/**
 * The mail that tells somebody that they are invited. What others have chosen in it is plain text, also where mail programs
 * look for links; the only link is `publicUrl`, where they sign in and answer.
 */
export function invitationMail(news: InvitationMailContent, publicUrl: string): Mail {
  const org = unlinkedName(news.orgName);
  const link = `${publicUrl}/`;
  const until = `${news.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  // The recipient's address is not in it: whoever invites has chosen that, too.
  const paragraphs = (show: (text: string) => string, anchor: string): string[] => [
    `${show(inviterOf(news))} invites you to join the organization “${show(org)}” with the role ${show(news.role)}.`,
    `To accept or decline, sign in by ${until} with the e-mail address that this mail was sent to: ${anchor}`,
    'If you did not expect this, you can ignore it.',
  ];
  const html = paragraphs(escapeHtml, `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`);
  return {
    to: news.email,
    subject: `Invitation to join ${org}`,
    text: `${paragraphs((text) => text, link).join('\n\n')}\n`,
    html: [NO_DETECTION, ...html.map((paragraph) => `<p>${paragraph}</p>`)].join('\n'),
  };
}

function inviterOf({ inviter: { type, name } }: InvitationMailContent): string {
  const shown = unlinkedName(name);
  if (type === 'service_token') return `The service token “${shown}”`;
  return shown === '' ? 'Somebody' : shown;
}
