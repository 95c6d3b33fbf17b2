/** Signed decisions: the document, how it is verified and what it decides. Pure: no file, no network, no clock. */
export {
  DECISIONS_LIMITS,
  DECISIONS_PAYLOAD,
  DECISIONS_SCHEMA,
  DEFAULT_ASK_AGAIN_SECONDS,
  type DecidedKind,
  type DecidedParameters,
  type DecidedReference,
  type DecidedSurface,
  type DecisionEntry,
  type DecisionsDocument,
  type SurfaceItem,
} from './decisions-document.js';
export { decide, decideNewest, type ReferenceVerdict } from './decide.js';
export { IN_TOTO_PAYLOAD, preAuthenticationEncoding, signedPayload, type DsseEnvelope } from './dsse.js';
export { isThumbprint, pinnedKeys, publicKeyOf, type PublicKey } from './public-keys.js';
export {
  askAgainAt,
  isInForce,
  readDecisions,
  seenOf,
  type ExpectedDecisions,
  type SeenDecisions,
} from './read-decisions.js';
export { keyOfLookup, referenceKey } from './reference-key.js';
export { UnusableDecisions, type DecisionsRefusal } from './unusable-decisions.js';
