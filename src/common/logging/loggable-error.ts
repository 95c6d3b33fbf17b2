/** What the log may say of an error: those of the database carry the values of the failed statement. */
export function loggableError(error: unknown): object {
  const { name, message, stack, code } = Object(error) as NodeJS.ErrnoException;
  return { type: name, message, stack, code };
}
