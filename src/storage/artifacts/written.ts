import type { Writable } from 'node:stream';

const closedEarly = (): Error => new Error('the connection was closed before the end of the response');

/**
 * Writes bytes and resolves when `destination` is done with them, so that their buffer may be used again.
 * @throws when it closes early
 */
export const written = (destination: Writable, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = (): void => reject(closedEarly());
    if (destination.destroyed) {
      closed();
      return;
    }
    destination.once('close', closed);
    destination.write(bytes, (error) => {
      destination.removeListener('close', closed);
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });

/** Writes bytes and resolves when `destination` takes more. @throws when it closes early */
export async function taken(destination: Writable, bytes: Buffer): Promise<void> {
  if (destination.destroyed) throw closedEarly();
  if (destination.write(bytes)) return;
  await new Promise<void>((resolve, reject) => {
    const drained = (): void => {
      destination.removeListener('close', closed);
      resolve();
    };
    const closed = (): void => {
      destination.removeListener('drain', drained);
      reject(closedEarly());
    };
    destination.once('drain', drained);
    destination.once('close', closed);
  });
}
