const AS_SENT = 'validation:as-sent';

/** Names of the properties of a DTO that are left as the client sent them. */
export const asSentProperties = (prototype: object): readonly string[] =>
  (Reflect.getMetadata(AS_SENT, prototype) ?? []) as string[];

/** Leaves a property as the client sent it, see `DtoPipe`. The value must be an object to be left alone. */
export const AsSent = (): PropertyDecorator => (target, property) => {
  Reflect.defineMetadata(AS_SENT, [...asSentProperties(target), String(property)], target);
};
