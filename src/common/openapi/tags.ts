const TAGS = 'openapi:tags';

/** A tag of an OpenAPI document: its name, and what its operations are about. */
export type Tag = readonly [name: string, description: string];

/** Describes a tag that the controllers of a module have. */
export const OpenApiTag =
  (...tag: Tag): ClassDecorator =>
  (module) => {
    Reflect.defineMetadata(TAGS, [tag, ...tagsOf(module)], module);
  };

/** The tags that a module describes, in the order of its decorators. */
export const tagsOf = (module: object): readonly Tag[] =>
  (Reflect.getOwnMetadata(TAGS, module) as readonly Tag[] | undefined) ?? [];
