import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The files of a certificate authority and of a certificate that it signed. */
export interface Certificates {
  /** The authority's certificate, which clients must trust. */
  readonly authority: string;
  /** The server's certificate, for `localhost` and 127.0.0.1. */
  readonly certificate: string;
  readonly key: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Creates a certificate authority, and a server certificate signed by it. They are valid for two days. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const file = (name: string): string => join(folder, name);
  const openssl = (...words: string[]): Promise<unknown> => run('openssl', words, { cwd: folder });
  const authority = file('authority.pem');
  const certificate = file('server.pem');
  const key = file('server.key');
  const request = file('server.csr');
  const authorityKey = file('authority.key');
  await openssl(
    ...['req', '-x509', ...NEW_KEY, '-keyout', authorityKey, '-out', authority],
    ...['-days', '2', '-subj', '/CN=mcp-hub tests'],
  );
  await openssl(
    ...['req', ...NEW_KEY, '-keyout', key, '-out', request, '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  );
  await openssl(
    ...['x509', '-req', '-in', request, '-CA', authority, '-CAkey', authorityKey, '-CAcreateserial'],
    ...['-copy_extensions', 'copy', '-days', '2', '-out', certificate],
  );
  return { authority, certificate, key };
}
