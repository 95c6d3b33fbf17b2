/** An object without its properties that are undefined. */
export type Defined<T extends object> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The properties of an object that are not undefined: what somebody has asked for, without what they have not. */
export const defined = <T extends object>(object: T): Defined<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
