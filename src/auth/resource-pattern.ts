const WILDCARD = '*';
const FORM = /^[\x21-\x7e]{1,256}$/;
// No resource is longer: an organization, a package or a digest with an evidence kind, and the words between them.
const MAX_RESOURCE_LENGTH = 512;

/** The rule, as an error message tells it. */
export const RESOURCE_PATTERN_RULE = 'must be 1 to 256 printable ASCII characters without spaces';

/**
 * Whether one path segment fits a segment pattern. The literal pieces between the wildcards are searched from left to
 * right, so that the work grows with the segment and never branches.
 */
function segmentFits(pattern: string, segment: string): boolean {
  if (!pattern.includes(WILDCARD)) return pattern === segment;
  const pieces = pattern.split(WILDCARD);
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const end = segment.length - last.length;
  if (end < first.length || !segment.startsWith(first) || !segment.endsWith(last)) return false;
  let position = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = segment.indexOf(piece, position);
    if (found === -1 || found + piece.length > end) return false;
    position = found + piece.length;
  }
  return true;
}

/**
 * One resource pattern of a token or user (registry spec, Resource patterns). Three forms: exact; a prefix, ending in
 * `/`; a glob, whose `*` stays within a path segment. A prefix may hold `*` in its segments too.
 */
export class ResourcePattern {
  private readonly glob: boolean;
  private readonly prefix: boolean;
  /** Path segments; those of a prefix without the empty one after its last slash. */
  private readonly segments: readonly string[];

  private constructor(readonly text: string) {
    this.glob = text.includes(WILDCARD);
    this.prefix = text.endsWith('/');
    this.segments = (this.prefix ? text.slice(0, -1) : text).split('/');
  }

  /** Undefined when `text` does not have the form of a pattern. */
  static parse(text: unknown): ResourcePattern | undefined {
    return typeof text === 'string' && FORM.test(text) ? new ResourcePattern(text) : undefined;
  }

  /** Whether the pattern matches a requested resource such as `org/acme/mcp/files`. */
  matches(resource: string): boolean {
    if (!this.glob) return this.prefix ? resource.startsWith(this.text) : resource === this.text;
    return resource.length <= MAX_RESOURCE_LENGTH && this.matchesSegments(resource.split('/'));
  }

  /**
   * Whether this pattern matches every resource that `other` matches. A wildcard of `other` stands for any text, and
   * only a wildcard here can take it; so it is treated as a character that no literal contains.
   */
  covers(other: ResourcePattern): boolean {
    if (!this.prefix && other.prefix) return false;
    return this.matchesSegments(other.prefix ? [...other.segments, ''] : other.segments);
  }

  /** Slugs of the organizations that the pattern can match; undefined when they cannot be listed. */
  organization(): string | undefined {
    const [root, slug] = this.segments;
    if (root !== 'org' || slug === undefined || slug.includes(WILDCARD)) return undefined;
    return slug;
  }

  private matchesSegments(segments: readonly string[]): boolean {
    const { length } = this.segments;
    if (this.prefix ? segments.length <= length : segments.length !== length) return false;
    return this.segments.every((pattern, index) => segmentFits(pattern, segments[index] ?? ''));
  }
}
