import { UnusableDecisions } from './unusable-decisions.js';
import { isObject, type JsonObject } from './json.js';
import { DECISIONS_LIMITS } from './decisions-document.js';

/**
 * Reads the fields of a signed document strictly: a document with a field of another form decides nothing.
 * @throws UnusableDecisions that names the field
 */
export class DocumentFields {
  private constructor(
    private readonly value: JsonObject,
    private readonly path: string,
  ) {}

  static of(value: unknown, path = ''): DocumentFields {
    if (!isObject(value)) throw invalid(path === '' ? 'the document' : path, 'an object');
    return new DocumentFields(value, path);
  }

  has(name: string): boolean {
    return this.value[name] !== undefined;
  }

  text(name: string, max: number = DECISIONS_LIMITS.text): string {
    const value = this.value[name];
    if (typeof value !== 'string' || value.length > max)
      throw this.invalid(name, `a text of at most ${max} characters`);
    return value;
  }

  matching(name: string, form: RegExp, rule: string): string {
    const value = this.text(name);
    if (!form.test(value)) throw this.invalid(name, rule);
    return value;
  }

  oneOf<Value extends string | boolean>(name: string, values: readonly Value[]): Value {
    const value = values.find((each) => each === this.value[name]);
    if (value === undefined) throw this.invalid(name, `one of ${values.join(', ')}`);
    return value;
  }

  integer(name: string, min: number, max: number = Number.MAX_SAFE_INTEGER): number {
    const value = this.value[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min || value > max)
      throw this.invalid(name, `a whole number from ${min} to ${max}`);
    return value;
  }

  /** A moment in milliseconds, and as it is written. */
  moment(name: string): { readonly text: string; readonly time: number } {
    const text = this.matching(
      name,
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      'a moment such as 2026-01-31T12:00:00.000Z',
    );
    const time = Date.parse(text);
    if (Number.isNaN(time)) throw this.invalid(name, 'a moment such as 2026-01-31T12:00:00.000Z');
    return { text, time };
  }

  /** Null only where the document has null. */
  orNull<Value>(name: string, read: (name: string) => Value): Value | null {
    return this.value[name] === null ? null : read(name);
  }

  object(name: string): DocumentFields {
    return DocumentFields.of(this.value[name], this.pathOf(name));
  }

  objects(name: string, max: number): readonly DocumentFields[] {
    return this.list(name, max).map((value, index) =>
      DocumentFields.of(value, `${this.pathOf(name)}[${index}]`),
    );
  }

  texts(name: string, max: number, maxLength: number = DECISIONS_LIMITS.text): readonly string[] {
    const list = this.list(name, max);
    if (!list.every((value) => typeof value === 'string' && value.length <= maxLength))
      throw this.invalid(name, `a list of texts of at most ${maxLength} characters`);
    return list as readonly string[];
  }

  private list(name: string, max: number): readonly unknown[] {
    const value = this.value[name];
    if (!Array.isArray(value) || value.length > max) throw this.invalid(name, `a list of at most ${max}`);
    return value as readonly unknown[];
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  private invalid(name: string, rule: string): UnusableDecisions {
    return invalid(this.pathOf(name), rule);
  }
}

const invalid = (path: string, rule: string): UnusableDecisions =>
  new UnusableDecisions('invalid_content', `the decisions are not readable: ${path} must be ${rule}`);
