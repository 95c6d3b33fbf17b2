import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { notFound } from '../../common/errors/api-error.js';
import { isUuid } from '../../common/values/uuid.js';

/** What the OpenAPI document says of it. */
interface PathSchema {
  readonly format?: string;
  readonly example?: string;
}

class Naming implements PipeTransform<string, string> {
  constructor(
    private readonly what: string,
    private readonly canName: (value: unknown) => boolean,
  ) {}

  transform(value: string): string {
    if (!this.canName(value)) throw notFound(this.what);
    return value;
  }
}

/**
 * Hands a controller method a part of its path that names a thing. A text that can name none is answered like one that
 * names none: 404.
 */
export const PathPart =
  (
    name: string,
    what: string,
    canName: (value: unknown) => boolean,
    schema: PathSchema = {},
  ): ParameterDecorator =>
  (target, key, index) => {
    Param(name, new Naming(what, canName))(target, key, index);
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || method === undefined) throw new Error('a path belongs to methods');
    ApiParam({ ...schema, name })(target, key, method);
  };

/** The same for the id of a thing. */
export const PathId = (name: string, what: string): ParameterDecorator =>
  PathPart(name, what, isUuid, { format: 'uuid' });
