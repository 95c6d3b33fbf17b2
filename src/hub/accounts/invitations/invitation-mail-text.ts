import escapeHtml from 'escape-html';
import type { Actor } from '../../audit/events/actor.js';
import type { Mail } from '../../platform/mail/mailer.js';
import { unlinkedName } from '../../platform/mail/unlinked-name.js';

/** Contents of an invitation mail. */
export interface InvitationMailContent {
  readonly email: string;
  readonly role: string;
  readonly expiresAt: Date;
  readonly orgName: string;
  readonly inviter: Actor;
}

// Phones turn dates and numbers into links, too.
const NO_DETECTION =
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">';

/**
 * The invitation mail. Texts chosen by others are plain text, without anything that becomes a link; the only link is
 * `publicUrl`, where the invitee signs in and answers.
 */
export function invitationMail(content: InvitationMailContent, publicUrl: string): Mail {
  const org = unlinkedName(content.orgName);
  const link = `${publicUrl}/`;
  const until = `${content.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  // The recipient's address is left out: the inviter chose it, too.
  const paragraphs = (show: (text: string) => string, anchor: string): string[] => [
    `${show(inviterOf(content))} invites you to join the organization “${show(org)}” with the role ${show(content.role)}.`,
    `To accept or decline, sign in by ${until} with the e-mail address that this mail was sent to: ${anchor}`,
    'If you did not expect this, you can ignore it.',
  ];
  const html = paragraphs(escapeHtml, `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`);
  return {
    to: content.email,
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
