/** An object without its properties that are undefined. */
export type Defined<T extends object> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** A copy of an object without its undefined properties. */
export const defined = <T extends object>(object: T): Defined<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
