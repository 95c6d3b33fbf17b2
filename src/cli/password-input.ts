import { text } from 'node:stream/consumers';
import { newPassword } from '../common/values/credentials.js';

/** A password for a user, and whether it must be printed. */
export interface PasswordChoice {
  readonly password: string;
  readonly generated: boolean;
}

/**
 * A password from standard input (`--password-stdin`: the first line), or a generated one. Never from an argument,
 * because those are visible to every user of the machine.
 */
export async function choosePassword(fromStdin: boolean): Promise<PasswordChoice> {
  if (!fromStdin) return { password: newPassword(), generated: true };
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  return { password, generated: false };
}
