import { ValidationPipe } from '@nestjs/common';
import { refusalOf } from './validation-faults.js';

/**
 * Nest's pipe without its walks through whole bodies. Only what a DTO declares is copied, by its name, and nothing within
 * it: no name such as `constructor` can do harm, and those in values that are left `AsSent` must stay.
 */
class DtoPipe extends ValidationPipe {
  protected override stripProtoKeys(): void {
    // Nothing is copied that could be stripped.
  }

  protected override closeArrayGaps(): void {
    // Neither JSON nor queries have any.
  }
}

/** Checks DTOs; unknown fields are dropped, values are never converted, and the first faults are all named. */
export const createValidationPipe = (): ValidationPipe =>
  new DtoPipe({
    transform: true,
    // Without it class-transformer takes all keys of a value, in time that grows with the square of their number.
    transformOptions: { strategy: 'excludeAll', exposeDefaultValues: true, exposeUnsetFields: false },
    stopAtFirstError: true,
    exceptionFactory: refusalOf,
  });
