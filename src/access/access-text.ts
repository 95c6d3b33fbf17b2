import type { AccessRule, PublicSetting } from './access-rule.js';
import type { ResourceTemplate } from './requested-resource.js';

const PUBLIC: Readonly<Record<PublicSetting, string>> = {
  readCatalog: 'Without credentials, for public packages, where `PUBLIC_READ_CATALOG=true`.',
  downloadArtifacts:
    'Without credentials, for published versions of public packages, where `PUBLIC_DOWNLOAD_ARTIFACTS=true`.',
};

const resourceText = (resource: ResourceTemplate): string =>
  typeof resource === 'string'
    ? `\`${resource}\``
    : `\`${resource.without}\`, or \`${resource.with}\` with \`${resource.parameter}\``;

/** A rule in words, as Markdown: who may call an operation. */
export function accessText(rule: Exclude<AccessRule, { kind: 'elsewhere' }>): string {
  if (rule.kind === 'open') {
    const mode = rule.mode === undefined ? '' : ` The operation exists in ${rule.mode} mode only.`;
    return `Anybody (${rule.because}).${mode}`;
  }
  if (rule.kind === 'authenticated') return `Authenticated callers, limited to ${rule.then}.`;
  const { anyOf, resource, publicWhen } = rule;
  const scopes = anyOf.map((scope) => `\`${scope}\``).join(' or ');
  const on = resource === undefined ? '' : ` on the resource ${resourceText(resource)}`;
  const holders = `Callers with the scope ${scopes}${on}.`;
  return publicWhen === undefined ? holders : `${holders} ${PUBLIC[publicWhen]}`;
}
