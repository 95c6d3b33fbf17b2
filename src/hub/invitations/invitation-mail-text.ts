import escapeHtml from 'escape-html';
import type { Actor } from '../audit/actor.js';
import type { Mail } from '../mail/mailer.js';

// Enough to know a name by; the rest could tell stories of its own.
const MAX_LENGTH = 100;

// What mail programs recognize links by, and the quotation marks that names stand in.
const SIGNIFICANT = /[.:@/\\\u3002"\p{Nd}]/u;

// Seven digits or more, however they are grouped, that are no part of a word.
const LONG_NUMBER = /(?<![\p{L}\p{Nd}])(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){6,}\p{Nd}(?![\p{L}\p{Nd}])/gu;

/**
 * A name that somebody chose, as mails show it: on one line, without invisible characters, and such that no mail program
 * makes a link of any part of it. Dots, colons, @ and double slashes within words are put into brackets (`acme[.]com`), as
 * reports about phishing do; long numbers, which telephones would dial, are left out.
 */
export function unlinkedName(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  // Not half a character.
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

/** Characters that programs read as others (full-width ones, the one dot leader) become those, where it matters. */
const plainCharacters = (text: string): string =>
  text
    .replace(/\P{ASCII}/gu, (character) => {
      const plain = character.normalize('NFKC');
      return SIGNIFICANT.test(plain) && !/^\.{2,}$/.test(plain) ? plain : character;
    })
    .replace(/["“-‟″‶]/g, "'");

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
