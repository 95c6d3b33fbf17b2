import { Transform } from 'class-transformer';

/** Leaves a property as the client sent it, to the letter, whatever is in it. */
export const AsSent = (): PropertyDecorator =>
  Transform(({ obj, key }: { obj: Readonly<Record<string, unknown>>; key: string }) => obj[key]);
