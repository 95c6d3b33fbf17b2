/** What a viewer shows as the properties of a document. */
export interface PdfMetadata {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A text string of PDF: UTF-16 with a byte order mark, as hexadecimal digits. */
const textString = (text: string): string =>
  `<${Buffer.from(`\u{feff}${text}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

const dateString = (timestamp: string): string =>
  `(D:${new Date(timestamp)
    .toISOString()
    .slice(0, 19)
    .replace(/[^0-9]/gu, '')}Z)`;

/** The last match of a number in the end of a file. @throws when there is none */
function numberIn(end: string, pattern: RegExp, name: string): number {
  const found = [...end.matchAll(pattern)].at(-1)?.[1];
  if (found === undefined) throw new Error(`the PDF has no ${name}`);
  return Number(found);
}

/**
 * A PDF with other properties. Chromium takes only the title from a page, and names the browser as its creator; so an update
 * is appended, as ISO 32000-1 7.5.6 describes. The pages stay as they are, byte for byte.
 * @throws when the file does not end as Chromium's do, with a table of cross-references
 */
export function withPdfMetadata(pdf: Uint8Array, { title, author, subject, createdAt }: PdfMetadata): Buffer {
  const end = Buffer.from(pdf.subarray(-1024)).toString('latin1');
  const size = numberIn(end, /\/Size (\d+)/gu, 'size');
  const root = numberIn(end, /\/Root (\d+) 0 R/gu, 'root');
  const previous = numberIn(end, /startxref\s+(\d+)\s+%%EOF/gu, 'table of cross-references');
  const information = [
    `/Title ${textString(title)}`,
    `/Author ${textString(author)}`,
    `/Subject ${textString(subject)}`,
    `/Creator ${textString('mcp-hub')}`,
    `/Producer ${textString('Chromium')}`,
    `/CreationDate ${dateString(createdAt)}`,
    `/ModDate ${dateString(createdAt)}`,
  ];
  const object = `\n${size} 0 obj\n<<${information.join('\n')}>>\nendobj\n`;
  const offset = pdf.length + 1;
  const table = `xref\n${size} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<</Size ${size + 1}\n/Root ${root} 0 R\n/Info ${size} 0 R\n/Prev ${previous}>>\n`;
  const start = pdf.length + object.length;
  return Buffer.concat([
    pdf,
    Buffer.from(`${object}${table}${trailer}startxref\n${start}\n%%EOF\n`, 'latin1'),
  ]);
}
