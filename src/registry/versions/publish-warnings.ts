import { isObject } from '../../common/values/json.js';

/** What existing clients refuse to run although the registry accepts it (registry contract 19). */
export const WARNING_CODES = [
  'no_entrypoint_command',
  'unknown_platform',
  'bundle_not_gzip_tar',
  'bundle_has_links',
  'bundle_has_special_files',
  'bundle_too_large',
  'bundle_ambiguous',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** The message of each warning: the problem and the remedy. */
export const WARNINGS: Readonly<Record<WarningCode, string>> = {
  no_entrypoint_command:
    'manifest_json has no entrypoint.command, so clients do not know what to run; name the program and its arguments',
  unknown_platform:
    'manifest_json names a platform that clients do not know; use linux, darwin or windows, with /amd64 or /arm64 if need be',
  bundle_not_gzip_tar: 'the bundle is not a gzipped tar archive, or an empty one; clients cannot unpack it',
  bundle_has_links:
    'the bundle has symbolic or hard links, which clients do not unpack; pack the files themselves',
  bundle_has_special_files:
    'the bundle has entries other than files and folders, which clients do not unpack',
  bundle_too_large: 'the bundle unpacks to more than 1 GiB, which is more than clients unpack',
  bundle_ambiguous:
    'programs unpack the bundle to different files, for example because two names differ in case alone; it cannot be analyzed',
};

// GOOS and GOARCH values of Go.
const PLATFORM = /^(linux|darwin|windows)([/_-](amd64|arm64))?$/;

const isKnownPlatform = (platform: unknown): boolean =>
  typeof platform === 'string' && PLATFORM.test(platform);

/** The `platform` of a manifest or of a part of it: a string or a list. */
function platformsOf(part: unknown): readonly unknown[] {
  const platform = isObject(part) ? part['platform'] : undefined;
  if (platform === undefined) return [];
  return Array.isArray(platform) ? platform : [platform];
}

/** Warnings about a valid manifest. */
export function manifestWarnings(manifest: object): WarningCode[] {
  const { runtime, entrypoint } = manifest as Readonly<Record<string, unknown>>;
  const codes: WarningCode[] = [];
  if (!isObject(entrypoint) || (entrypoint['command'] ?? undefined) === undefined)
    codes.push('no_entrypoint_command');
  const platforms = [manifest, runtime, entrypoint].flatMap(platformsOf);
  if (!platforms.every(isKnownPlatform)) codes.push('unknown_platform');
  return codes;
}
