import escapeHtml from 'escape-html';
import type { Actor } from '../audit/actor.js';
import type { Mail } from '../mail/mailer.js';

// Enough to identify a name, and too short to carry a message.
const MAX_LENGTH = 100;

// Characters by which mail programs detect links, and the quotation marks around names.
const SIGNIFICANT = /[.:@/\\\u3002"\p{Nd}]/u;

// Seven or more digits, grouped in any way, that are not part of a word.
const LONG_NUMBER = /(?<![\p{L}\p{Nd}])(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){6,}\p{Nd}(?![\p{L}\p{Nd}])/gu;

/**
 * A user-chosen name for a mail: on one line, without invisible characters, and without anything that a mail program
 * turns into a link. Dots, colons, @ and double slashes within words are put in brackets (`acme[.]com`, as in phishing
 * reports); long numbers, which phones would turn into links, are replaced.
 */
export function unlinkedName(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  // Never cut a surrogate pair.
  const shown = line.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, '');
  return withoutLinks(plainCharacters(shown)) + (shown.length < line.length ? '…' : '');
}

const withoutLinks = (text: string): string =>
  text
    .replace(LONG_NUMBER, '[number]')
    .replace(/@/g, '[@]')
    .replace(/(?<=\S)[.\u3002](?=\S)/gu, '[$&]')
    .replace(/:(?! )/g, '[:]')
    .replace(/[/\\]{2,}/g, (slashes) => slashes.replace(/./g, '[$&]'));

/** Replaces characters that are treated as equivalents of significant ones (full-width forms, the one dot leader). */
const plainCharacters = (text: string): string =>
  text
    .replace(/\P{ASCII}/gu, (character) => {
      const plain = character.normalize('NFKC');
      return SIGNIFICANT.test(plain) && !/^\.{2,}$/.test(plain) ? plain : character;
    })
    .replace(/["“-‟″‶]/g, "'");

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
