import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that its subject has signed, and its key, as PEM files. Packers sign with RSA. */
export function certificate(subject: string): { readonly certificateFile: string; readonly keyFile: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-bundle-'));
  const [certificateFile, keyFile] = [join(folder, 'own.pem'), join(folder, 'own.key')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certificateFile],
      ...['-days', '2', '-subj', `/CN=${subject}`],
    ],
    { stdio: 'ignore' },
  );
  return { certificateFile, keyFile };
}
