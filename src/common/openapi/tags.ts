const TAGS = 'openapi:tags';

/** A tag of an OpenAPI document with its description. */
export type Tag = readonly [name: string, description: string];

/** Describes a tag used by the controllers of a module. */
export const OpenApiTag =
  (...tag: Tag): ClassDecorator =>
  (module) => {
    Reflect.defineMetadata(TAGS, [tag, ...tagsOf(module)], module);
  };

/** The tags described by a module, in the order of its decorators. */
export const tagsOf = (module: object): readonly Tag[] =>
  (Reflect.getOwnMetadata(TAGS, module) as readonly Tag[] | undefined) ?? [];
