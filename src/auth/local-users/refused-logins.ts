/** Why a name and password were refused. `wrong_password` also covers unknown names. */
export type LoginRefusal = 'wrong_password' | 'user_disabled' | 'too_many_attempts';

/** A login that was refused. */
export interface RefusedLogin {
  readonly reason: LoginRefusal;
  /** The attempted name, sanitized for display: it may be any text, and need not exist. */
  readonly username: string;
}

/** Records refused logins. Implemented by the owner of the audit trail. */
export abstract class RefusedLogins {
  abstract recordLogin(refused: RefusedLogin): Promise<void>;
}
