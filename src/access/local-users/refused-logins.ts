/** Why a name and password were refused. `wrong_password` is also that of a name that nobody has. */
export type LoginRefusal = 'wrong_password' | 'user_disabled' | 'too_many_attempts';

/** A login that was refused. */
export interface RefusedLogin {
  readonly reason: LoginRefusal;
  /** The name that was tried, in a form that can be shown: it may be any text, and belong to nobody. */
  readonly username: string;
}

/** Where refused logins are put on record. Whoever keeps the audit trail implements it. */
export abstract class RefusedLogins {
  abstract recordLogin(refused: RefusedLogin): Promise<void>;
}
