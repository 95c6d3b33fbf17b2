import { Glob, WILDCARD } from '../../common/values/glob.js';

const FORM = /^[\x21-\x7e]{1,256}$/;
// Longest possible resource: an organization, a package or a digest with an evidence kind, and the literals between
// them.
const MAX_RESOURCE_LENGTH = 512;

/** The rule in an error message. */
export const RESOURCE_PATTERN_RULE = 'must be 1 to 256 printable ASCII characters without spaces';

/**
 * One resource pattern of a token or user (registry contract 4). Three forms: exact; a prefix, ending in
 * `/`; a glob, whose `*` stays within a path segment. A prefix may hold `*` in its segments too.
 */
export class ResourcePattern {
  private readonly glob: boolean;
  private readonly prefix: boolean;
  /** Computed lazily; most patterns are compared as a whole. */
  private made: readonly Glob[] | undefined;

  private constructor(readonly text: string) {
    this.glob = text.includes(WILDCARD);
    this.prefix = text.endsWith('/');
  }

  /** Undefined when `text` does not have the form of a pattern. */
  static parse(text: unknown): ResourcePattern | undefined {
    return typeof text === 'string' && FORM.test(text) ? new ResourcePattern(text) : undefined;
  }

  /** The patterns among `texts`; invalid ones would match nothing and are left out. */
  static parseAll(texts: readonly string[]): readonly ResourcePattern[] {
    return texts.map((text) => ResourcePattern.parse(text)).filter((pattern) => pattern !== undefined);
  }

  /** Whether the pattern matches a requested resource such as `org/acme/mcp/files`. */
  matches(resource: string): boolean {
    if (!this.glob) return this.prefix ? resource.startsWith(this.text) : resource === this.text;
    return resource.length <= MAX_RESOURCE_LENGTH && this.matchesPath(resource);
  }

  /**
   * Whether this pattern matches every resource that `other` matches. A wildcard of `other` matches any text, which
   * only a wildcard here covers; so it is treated as a character that no literal contains.
   */
  covers(other: ResourcePattern): boolean {
    if (!this.prefix && other.prefix) return false;
    return this.matchesPath(other.text);
  }

  /** Path segments; those of a prefix without the empty one after its last slash. */
  private get segments(): readonly Glob[] {
    this.made ??= (this.prefix ? this.text.slice(0, -1) : this.text).split('/').map((text) => new Glob(text));
    return this.made;
  }

  private matchesPath(path: string): boolean {
    const { segments } = this;
    let start = 0;
    let left = segments.length;
    for (const segment of segments) {
      const slash = path.indexOf('/', start);
      if (!segment.fits(path, start, slash === -1 ? path.length : slash)) return false;
      left -= 1;
      if (slash === -1) return left === 0 && !this.prefix;
      start = slash + 1;
    }
    // The path continues after the last segment, so only a prefix matches.
    return this.prefix;
  }
}
