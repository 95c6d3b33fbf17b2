import { RE2JS, type Matcher } from 're2js';

/**
 * A pattern whose search takes time by the text's length alone, whatever the text. It is compiled when it is first asked: of
 * some hundred, the analysis of a package needs few.
 */
export class LinearPattern {
  private compiled?: RE2JS;

  /** @param source in the syntax of RE2 */
  constructor(private readonly source: string) {}

  /** @throws Error when the source is no pattern */
  matcher(text: string): Matcher {
    this.compiled ??= RE2JS.compile(this.source);
    return this.compiled.matcher(text);
  }

  /** Whether a text holds it. @throws Error when the source is no pattern */
  test(text: string): boolean {
    return this.matcher(text).find();
  }
}

/** A pattern of any of several. */
export const anyOf = (...patterns: readonly string[]): LinearPattern =>
  new LinearPattern(patterns.map((each) => `(?:${each})`).join('|'));
