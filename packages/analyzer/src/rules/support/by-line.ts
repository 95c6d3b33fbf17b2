import type { Lines } from '../../ir/program.js';

/** A map keyed by module and line. Nested, because it is read at each call and store: no key string is built. */
export class ByLine<T> {
  private readonly modules = new Map<string, Map<number, T>>();

  set(module: string, line: number, value: T): void {
    let lines = this.modules.get(module);
    if (!lines) this.modules.set(module, (lines = new Map<number, T>()));
    lines.set(line, value);
  }

  get(module: string, line: number): T | undefined {
    return this.modules.get(module)?.get(line);
  }

  /** Whether there is an entry for any line of a range. */
  hasWithin(module: string, { line, endLine }: Lines): boolean {
    const lines = this.modules.get(module)?.keys() ?? [];
    return [...lines].some((each) => line <= each && each <= endLine);
  }
}
