import { packagingOf } from '../languages/index.js';
import type { Ecosystem } from '../packages/package-facts.js';
import type { VersionOrder } from '../packages/version-order.js';

const MAX_LENGTH = 200;

/** A version that can be compared with others of its ecosystem. */
export class Version {
  private constructor(
    private readonly order: VersionOrder,
    private readonly text: string,
  ) {}

  /** Undefined for what is no version, as a place in git. */
  static parse(ecosystem: Ecosystem, text: string): Version | undefined {
    const { versions } = packagingOf(ecosystem);
    const written = text.trim();
    const version = written === '' || written.length > MAX_LENGTH ? undefined : versions.read(written);
    return version === undefined ? undefined : new Version(versions, version);
  }

  /** Below 0 when this one is lower, 0 when both are the same, above 0 when it is higher. */
  compare(other: Version): number {
    return this.order.compare(this.text, other.text);
  }
}
