/**
 * License groups by their conditions, from the most permissive to those that grant nothing. `unrecognised`: neither a valid
 * SPDX expression nor a known text.
 */
export const LICENSE_GROUPS = [
  'permissive',
  'weak_copyleft',
  'strong_copyleft',
  'network_or_source_available',
  'unrecognised',
  'none',
] as const;
export type LicenseGroup = (typeof LICENSE_GROUPS)[number];

/** Groups by SPDX identifier; the first match applies. Versions, `-only` and `-or-later` do not matter. */
const GROUPS: readonly (readonly [RegExp, LicenseGroup])[] = [
  [
    /^(?:0BSD|AFL-|Apache-|Artistic-2|BlueOak-|BSD-|BSL-1|CC0-|CC-BY-[0-9]|CC-PDDC|curl|ECL-2|FTL|HPND|ICU|ISC|MIT|MS-PL|MulanPSL-|NCSA|OpenSSL|PostgreSQL|PSF-|Python-2|TCL|Unicode-|Unlicense|UPL-|W3C|WTFPL|X11|Zlib|ZPL-)/,
    'permissive',
  ],
  [/^(?:APSL-|CDDL-|CECILL-C|CPL-|EPL-|IPL-|LGPL-|LGPLLR|MPL-|MS-RL|SPL-)/, 'weak_copyleft'],
  [/^(?:CC-BY-SA-|CECILL-[12]|EUPL-|GPL-|QPL-|Sleepycat)/, 'strong_copyleft'],
  [
    /^(?:AGPL-|APL-1|BUSL-|CC-BY-N[CD]|CPAL-|Elastic-|FSL-|NPOSL-|OSL-|Parity-|PolyForm-|RPL-|SSPL-|TOSL|Watcom-)/,
    'network_or_source_available',
  ],
];
/** Exceptions that let other code be linked without applying the license to it. */
const LINKING =
  /^(?:Classpath-|GCC-|LGPL-3\.0-linking|LLVM-|openvpn-openssl|OpenJDK-|u-boot-|WxWindows-|Linux-syscall)/;

/** The group of one license by its SPDX identifier. */
export function groupOfLicense(id: string, exception?: string): LicenseGroup {
  const group = GROUPS.find(([pattern]) => pattern.test(id))?.[1] ?? 'unrecognised';
  return group === 'strong_copyleft' && exception !== undefined && LINKING.test(exception)
    ? 'weak_copyleft'
    : group;
}

const rank = (group: LicenseGroup): number => LICENSE_GROUPS.indexOf(group);

/** The group of alternatives (`OR`): the most permissive. */
export const mostPermissive = (one: LicenseGroup, other: LicenseGroup): LicenseGroup =>
  rank(one) <= rank(other) ? one : other;

/** The group of licenses that all apply (`AND`): the strictest. */
export const strictest = (one: LicenseGroup, other: LicenseGroup): LicenseGroup =>
  rank(one) >= rank(other) ? one : other;
