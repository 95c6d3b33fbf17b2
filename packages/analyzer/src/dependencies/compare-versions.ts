import { compare as comparePython, valid as validPython } from '@renovatebot/pep440';
import semver from 'semver';
import type { Ecosystem } from '../packages/package-facts.js';

const MAX_LENGTH = 200;

/** A version as its ecosystem's library takes it; undefined when it is none. */
function readable(ecosystem: Ecosystem, version: string): string | undefined {
  const text = version.trim();
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  if (ecosystem === 'PyPI') return validPython(text) ?? undefined;
  // Advisories write `1.2` for `1.2.0`, and Go's versions without their `v`.
  const full = /^v?[0-9]+(?:\.[0-9]+)?$/.test(text) ? `${text}${text.includes('.') ? '' : '.0'}.0` : text;
  return semver.valid(full, true) ?? undefined;
}

/** A version that can be compared with others of its ecosystem. */
export class Version {
  private constructor(
    private readonly ecosystem: Ecosystem,
    private readonly text: string,
  ) {}

  /** Undefined for what is no version, as a place in git. */
  static parse(ecosystem: Ecosystem, text: string): Version | undefined {
    const version = readable(ecosystem, text);
    return version === undefined ? undefined : new Version(ecosystem, version);
  }

  /** Below 0 when this one is lower, 0 when both are the same, above 0 when it is higher. */
  compare(other: Version): number {
    return this.ecosystem === 'PyPI'
      ? comparePython(this.text, other.text)
      : semver.compare(this.text, other.text, true);
  }
}
