import { isObject } from '../../common/values/json.js';
import type { BundleStart } from './bundle-start.js';

/** What a manifest says of the version. */
export interface BundledVersion {
  readonly org: string;
  readonly name: string;
  readonly version: string;
  readonly repoUrl: string;
  /** Of the package. */
  readonly description: string;
}

const MAX_DESCRIPTION = 500;
const VERSION_RANGE = /^[\d.x*<>=^~| -]{1,100}$/;

const textIn = (manifest: unknown, field: string): string | undefined => {
  const value: unknown = isObject(manifest) ? manifest[field] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

function runtimesOf(manifest: unknown, type: BundleStart['type']): object | undefined {
  const runtime = isObject(manifest) ? manifest['runtime'] : undefined;
  const version = isObject(runtime) ? runtime['version'] : undefined;
  if (type === 'binary' || typeof version !== 'string' || !/\d/.test(version) || !VERSION_RANGE.test(version))
    return undefined;
  return { runtimes: { [type]: version } };
}

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

/**
 * The manifest of an MCP bundle, in version 0.3 of the format, which desktop clients open today. The same version has the same
 * text.
 * @param manifest of the registry
 */
export function mcpbManifest(
  { org, name, version, repoUrl, description }: BundledVersion,
  manifest: unknown,
  { type, entryPoint, command, args }: BundleStart,
): string {
  const license = textIn(manifest, 'license');
  const compatibility = runtimesOf(manifest, type);
  const said = textIn(manifest, 'description') ?? description.trim();
  const document = {
    manifest_version: '0.3',
    name,
    display_name: `${org}/${name}`,
    version,
    description: said === '' ? `${org}/${name}` : said.slice(0, MAX_DESCRIPTION),
    author: { name: org },
    ...(isWeb(repoUrl) && { repository: { type: 'git', url: repoUrl } }),
    server: { type, entry_point: entryPoint, mcp_config: { command, args } },
    // The registry's manifests name no tools.
    tools_generated: true,
    prompts_generated: true,
    ...(license !== undefined && { license }),
    ...(compatibility && { compatibility }),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
