import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { notFound } from '../../../common/errors/api-error.js';
import { canonicalUuid, isUuid } from '../../../common/values/uuid.js';

/** The parameter's schema in the OpenAPI document. */
interface PathSchema {
  readonly format?: string;
  readonly example?: string;
}

class ResourceNamePipe implements PipeTransform<string, string> {
  constructor(
    private readonly what: string,
    private readonly isValidName: (value: unknown) => boolean,
    private readonly asStored: (value: string) => string,
  ) {}

  transform(value: string): string {
    const name = this.asStored(value);
    if (!this.isValidName(name)) throw notFound(this.what);
    return name;
  }
}

/** A path parameter that identifies a resource. A value that cannot be valid is answered like an unknown one: 404. */
export const PathPart =
  (
    name: string,
    what: string,
    isValidName: (value: unknown) => boolean,
    schema: PathSchema = {},
    asStored = (value: string): string => value,
  ): ParameterDecorator =>
  (target, key, index) => {
    Param(name, new ResourceNamePipe(what, isValidName, asStored))(target, key, index);
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || method === undefined) throw new Error('PathPart is for methods only');
    ApiParam({ ...schema, name })(target, key, method);
  };

/** Like `PathPart`, for an id in either case. */
export const PathId = (name: string, what: string): ParameterDecorator =>
  PathPart(name, what, isUuid, { format: 'uuid' }, canonicalUuid);
