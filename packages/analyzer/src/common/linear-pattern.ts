import { RE2JS, type Matcher } from 're2js';

/**
 * A regular expression that matches in time linear in the length of the text (RE2). It is compiled on first use: an analysis uses
 * few of the hundreds that exist.
 */
export class LinearPattern {
  private compiled?: RE2JS;

  /** @param source in RE2 syntax */
  constructor(private readonly source: string) {}

  /** @throws Error when the source is not a valid pattern */
  matcher(text: string): Matcher {
    this.compiled ??= RE2JS.compile(this.source);
    return this.compiled.matcher(text);
  }

  /**
   * Whether the text contains a match.
   * @throws Error when the source is not a valid pattern
   */
  test(text: string): boolean {
    return this.matcher(text).find();
  }
}

/** A pattern that matches any of the given ones. */
export const anyOf = (...patterns: readonly string[]): LinearPattern =>
  new LinearPattern(patterns.map((each) => `(?:${each})`).join('|'));
