/** The declaration of an encoding, in the first two lines (PEP 263). */
const ENCODING = /^(?:[ \t\f]*(?:#[^\n]*)?\r?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)/u;
/** More than the first two lines of any such file. */
const MAX_LENGTH = 2000;

/** Encodings that are read as UTF-8: Python's names of it, and of ASCII, which is a part of it. */
const UTF8 = /^(?:u8|utf|utf_?8(?:_sig|_unix|_dos|_mac)?|cp65001|(?:us_)?ascii|646)$/u;

/** The names of encodings for decoders, by what Python calls them. */
const DECODERS: readonly (readonly [name: RegExp, decoder: (number: string) => string])[] = [
  [/^(?:latin_?1?|l1|iso_?(?:ir_)?8859_?1|iso_?latin_1|cp819)$/u, () => 'latin1'],
  [/^(?:windows_?|cp)(125\d)$/u, (number) => `windows-${number}`],
  [/^iso_?(?:ir_)?8859_?(\d+)$/u, (number) => `iso-8859-${number}`],
  [/^koi8_([ru])$/u, (letter) => `koi8-${letter}`],
  [/^mac_?roman$/u, () => 'macintosh'],
  [/^(?:gbk|cp936|gb2312|gb18030)$/u, () => 'gb18030'],
  [/^(?:big5|cp950)$/u, () => 'big5'],
  [/^(?:euc_?jp|ujis)$/u, () => 'euc-jp'],
  [/^(?:shift_?jis|sjis|s_?jis|cp932)$/u, () => 'shift_jis'],
  [/^(?:euc_?kr|cp949|uhc)$/u, () => 'euc-kr'],
];

function declaredIn(text: string): { readonly name: string; readonly plain: string } | undefined {
  // A byte order mark, which is removed before, says that it is UTF-8.
  const name = ENCODING.exec(text.slice(0, MAX_LENGTH))?.[1];
  return name === undefined ? undefined : { name, plain: name.toLowerCase().replaceAll(/[-.]/gu, '_') };
}

function decoderNamed(plain: string): string | undefined {
  for (const [pattern, decoder] of DECODERS) {
    const match = pattern.exec(plain);
    if (match) return decoder(match[1] ?? '');
  }
  return undefined;
}

/** The encoding that a file declares, as decoders name it; undefined for UTF-8, and for one that cannot be read. */
export function declaredDecoder(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_LENGTH));
  const declared = declaredIn(head.toString('latin1'));
  return declared && decoderNamed(declared.plain);
}

/** The encoding that a file declares, if its code may be another one than it looks like: `utf-7`, `unicode_escape`. */
export function otherEncoding(text: string): string | undefined {
  const declared = declaredIn(text);
  return declared === undefined || UTF8.test(declared.plain) || decoderNamed(declared.plain) !== undefined
    ? undefined
    : declared.name;
}
