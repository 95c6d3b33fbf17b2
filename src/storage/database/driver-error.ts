/** What the driver, the network or the server says about an error. */
export interface DriverError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}

/** The error behind what TypeORM or the network throws. */
export const driverErrorOf = (error: unknown): DriverError => {
  const { driverError } = Object(error) as { driverError?: unknown };
  const cause = driverError ?? error;
  // Thrown for a host name with several addresses when all are unreachable.
  const { errors } = Object(cause) as { errors?: unknown };
  return Object(Array.isArray(errors) ? errors[0] : cause) as DriverError;
};
