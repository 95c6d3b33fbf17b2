/** How a server is served: after a handshake (`initialize`), request by request (`_meta`, from 2026-07-28), or in both ways. */
export type Era = 'handshake' | 'stateless' | 'both';

/** What a call shows of the versions of the protocol that a server speaks. */
export interface ProtocolUse {
  /** The package of the SDK, as its registry names it. */
  readonly library: string;
  /** Absent for the construction of a server, which serves nothing by itself. */
  readonly era?: Era | 'unknown';
  /** The only versions that the server is to speak. */
  readonly versions?: readonly string[] | 'unknown';
}
