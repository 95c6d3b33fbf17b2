import { providerKeysIn } from '../../credentials/providers.js';
import { folderRole } from '../../files/role-names.js';
import { lineIn } from '../support/locations.js';
import type { PackageView, Report, Rule } from '../rule.js';

/** Names of files that only contain keys. */
const KEYS =
  /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:p12|pfx|jks|keystore|kdbx|ppk|kwallet)|\.git-credentials|\.pgpass|\.netrc|_netrc|wallet\.dat|\.vault-token|\.htpasswd|secring\.gpg|terraform\.tfstate)$/iu;

const isShown = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((folder) => folderRole(folder) !== undefined);

/** Whether the file is a text in which the private key is already reported. */
const isText = (view: PackageView, path: string): boolean =>
  [...providerKeysIn(view.file(path)?.text ?? '')].some(({ name }) => name === 'private key');

function check(view: PackageView, report: Report): void {
  for (const path of view.paths) {
    if (!KEYS.test(path) || isShown(path) || isText(view, path)) continue;
    report({
      ...lineIn(path, 1),
      description: 'The package holds a file in which keys or passwords are kept.',
      sink: `file ${path.slice(path.lastIndexOf('/') + 1)}`,
    });
  }
}

/** Key files that were packaged by accident. */
export const secretFile: Rule = {
  id: 'MCP-E007',
  class: 'E',
  title: 'File of keys or passwords in the package',
  severity: 'medium',
  confidence: 'medium',
  cwe: 538,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  what: 'A file lies in the package whose name says that it holds keys or passwords: `id_rsa`, `*.p12`, `*.jks`, `.netrc`, `.git-credentials`, `.pgpass`, `.htpasswd`.',
  why: 'Such files come along when a whole folder is packed. Everyone who installs the package has them.',
  example: {
    language: 'text',
    bad: 'package/certs/server.p12',
    good: 'package/src/server.ts   (the key lies with the operator)',
  },
  fix: 'Take the file out of the package, change what it protects, and list what is packed: `files` in package.json, `MANIFEST.in`.',
  notCounted: ['folders of tests, documents and examples', 'certificates and public keys'],
  package: check,
};
