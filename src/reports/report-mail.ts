import escapeHtml from 'escape-html';
import type { Mail } from '../hub/platform/mail/mailer.js';
import { unlinkedName } from '../hub/platform/mail/unlinked-name.js';

/** What a mail about a report says. */
interface ReportMailContent {
  readonly email: string;
  readonly organization: string;
  /** Address of the PDF. */
  readonly url: string;
}

/** The mail that says that a scheduled report is ready. The name of the organization never becomes a link. */
export function reportMail({ email, organization, url }: ReportMailContent): Mail {
  const name = unlinkedName(organization);
  const subject = `Security report of ${name}`;
  const sentence = `The scheduled security report of “${name}” is ready. Members of the organization can download it:`;
  const ending = 'Administrators of the organization can change who gets this mail.';
  return {
    to: email,
    subject,
    text: `${sentence}\n\n${url}\n\n${ending}\n`,
    html: `<p>${escapeHtml(sentence)}</p>\n<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>\n<p>${escapeHtml(ending)}</p>`,
  };
}
