/** JSON that is written piece by piece, such as a list that does not fit in memory. */
export type JsonText = AsyncIterable<string>;

/** A value, JSON that is written piece by piece, or a value that is known only when it is written. */
type Member = JsonText | (() => unknown) | object | string | number | boolean | null;

const isJsonText = (value: unknown): value is JsonText =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** A JSON object; its members are written in their order. */
export async function* jsonObject(members: Readonly<Record<string, Member>>): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(members)) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (isJsonText(member)) yield* member;
    else yield JSON.stringify(typeof member === 'function' ? (member as () => unknown)() : member);
  }
  yield separator === '{' ? '{}' : '}';
}

/** A JSON list, with the memory of one item for a list of any length. */
export async function* jsonList(items: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  let separator = '';
  yield '[';
  for await (const item of items) {
    if (isJsonText(item)) {
      yield separator;
      yield* item;
    } else {
      yield separator + JSON.stringify(item);
    }
    separator = ',';
  }
  yield ']';
}
