const FORBIDDEN =
  /\b(?:do not|don['’]t|never|must not|should not|shouldn['’]t|cannot|can['’]t|avoid|not|without|redact\w*|mask\w*|remove|strip|exclud\w+|instead of)\b[^,;]{0,60}$/iu;

/** Whether what stands before a place forbids it: "never include …". */
export const isForbidden = (sentence: string, place: number): boolean =>
  FORBIDDEN.test(sentence.slice(0, place));
