import type { Value } from '../../engine/values/value.js';

/** A kind of private file, and whether servers may have a reason to read it. */
export interface PrivateFile {
  readonly what: string;
  /** Whether there are legitimate servers that read it for their users. */
  readonly hasUses: boolean;
  /** The addresses of the services that its tokens are for. */
  readonly services?: RegExp;
}

/** The services of files with tokens: sending a token there is what it is for. */
const SERVICES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.npmrc$/u, /^https:\/\/(?:[\w-]+\.)*(?:npmjs\.(?:org|com)|npm\.pkg\.github\.com)(?:[/:]|$)/iu],
  [/\.pypirc$/u, /^https:\/\/(?:[\w-]+\.)*pypi\.org(?:[/:]|$)/iu],
  [/\.docker[\\/]config\.json$/u, /^https:\/\/(?:[\w-]+\.)*docker\.(?:io|com)(?:[/:]|$)/iu],
  [/\.git-credentials$/u, /^https:\/\/(?:[\w-]+\.)*(?:github|gitlab|bitbucket)\.(?:com|org)(?:[/:]|$)/iu],
  [/\.aws[\\/]credentials/u, /^https:\/\/(?:[\w-]+\.)*amazonaws\.com(?:[/:]|$)/iu],
  [/\.config[\\/]gcloud[\\/]/u, /^https:\/\/(?:[\w-]+\.)*googleapis\.com(?:[/:]|$)/iu],
  [/\.azure[\\/]/u, /^https:\/\/(?:[\w-]+\.)*(?:azure|microsoftonline|microsoft)\.com(?:[/:]|$)/iu],
];

const PRIVATE: readonly (readonly [RegExp, string, boolean])[] = [
  [/(?:^|[\\/])\.ssh(?:[\\/](?!known_hosts|config\b)(?!\S*\.pub$)|$)/u, 'SSH keys', true],
  [/\.aws[\\/]credentials|\.config[\\/]gcloud[\\/]|\.azure[\\/]/u, 'credentials of a cloud', true],
  [/\.kube[\\/]config/u, 'credentials of a cluster', true],
  [
    /(?:^|[\\/])(?:\.netrc|\.git-credentials|\.pypirc|\.npmrc|\.docker[\\/]config\.json)$/u,
    'stored passwords and tokens',
    true,
  ],
  [/\.gnupg(?:[\\/]|$)/u, 'private keys', true],
  [
    /Login Data|(?:^|[\\/])(?:logins\.json|key[34]\.db|cookies\.sqlite)$|(?:Chrome|Chromium|Edge|Brave-Browser|Firefox)[\\/].*(?:Cookies|Profiles?\b)/u,
    'passwords and cookies of a browser',
    false,
  ],
  [
    /wallet\.dat$|\.ethereum[\\/]keystore|\.electrum[\\/]wallets|Exodus[\\/]exodus\.wallet/u,
    'a wallet',
    false,
  ],
  [
    /claude_desktop_config\.json|\.cursor[\\/]mcp\.json|\.claude\.json|mcp_config\.json|cline_mcp_settings\.json|\.gemini[\\/]settings\.json/u,
    'the configuration of other agents',
    false,
  ],
  [/\.(?:bash|zsh)_history$/u, 'the history of a shell', false],
  [/^\/etc\/(?:shadow|sudoers)$/u, 'the passwords of the machine', false],
];

/** The path with a placeholder for each unknown part. */
const textOfPath = (path: Value): string =>
  (path.parts ?? [path])
    .map(({ constants }) => (constants?.length === 1 ? String(constants[0]) : '…'))
    .join('');

/** The kind of private file that a path leads to, if the path is the program's own choice. */
export function privateFile(path: Value): PrivateFile | undefined {
  if (path.taints.length > 0) return undefined;
  const texts = [textOfPath(path), ...(path.constants ?? []).map(String)];
  for (const [pattern, what, hasUses] of PRIVATE)
    if (texts.some((text) => pattern.test(text))) {
      const services = SERVICES.find(([file]) => texts.some((text) => file.test(text)))?.[1];
      return { what, hasUses, ...(services && { services }) };
    }
  return undefined;
}
