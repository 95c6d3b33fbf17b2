const SECRECY =
  /\b(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|alert|alerting|notify|notifying|show|showing|let)\b[^.\n]{0,60}\b(?:users?|humans?|customers?)\b/iu;
const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|of\s+)*(?:previous|prior|above|earlier|preceding|former|system|other)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|guidelines?|directions?)\b/iu;
const CARRY_OFF =
  /\b(?:call|use|invoke|run|send|pass|forward|upload|read)\b[^.\n]{0,80}\b(?:(?:whole|full|entire|complete)\s+(?:conversation|chat|history|context|text of)|~\/\.(?:ssh|aws|config)|\.env\b|id_rsa|private key|system prompt)/iu;

/** Whether a text gives a model orders that its user must not see, or that carry something off. */
export const isDirective = (text: string): boolean =>
  SECRECY.test(text) || OVERRIDE.test(text) || CARRY_OFF.test(text);
