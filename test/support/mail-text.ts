import type { ReceivedMail } from './smtp-server.js';

/** The unfolded header of a mail, and the text of its parts. */
export function readMail({ raw }: ReceivedMail): { headers: string[]; parts: string[] } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map(decodeWords);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const parts = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [partHead = '', ...body] = part.split('\r\n\r\n');
      return decode(partHead, body.join('\r\n\r\n'));
    });
  return { headers, parts };
}

/** Decodes RFC 2047 encoded words, in the form used in subjects. */
const decodeWords = (line: string): string =>
  line
    .replaceAll('?= =?', '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_all, words: string) => bytesOf(words.replaceAll('_', ' ')));

const bytesOf = (quoted: string): string =>
  Buffer.from(
    quoted.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  return bytesOf(body.replace(/=\r\n/g, ''));
}
