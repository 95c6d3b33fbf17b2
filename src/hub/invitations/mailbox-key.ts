import { domainToASCII } from 'node:url';

const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address leads to, as far as that can be told from outside: for limits of mails to one person, not
 * for rights. Case, a tag (`alice+tag@example.com`) and the spelling of the domain do not make another mailbox, nor do
 * dots at Google Mail.
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).replace(/\.+$/, '');
  const host = domainToASCII(domain) || domain.toLowerCase();
  const name = email
    .slice(0, at)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=.)\+.*$/u, '');
  return GOOGLE.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}
