import { phrase, type Phrase } from './signals.js';
import names from './names.json' with { type: 'json' };

/** Models, as a text addresses them. */
const MODELS =
  '(?:ai|llms?|(?:large )?language models?|(?:the )?(?:ai )?(?:assistants?|models?|agents?))(?: (?:assistants?|models?|agents?))?';

/** `AI assistants must …`, `instructions for the model`. */
const ADDRESSED = phrase(
  'addressed to models',
  0.5,
  names.coercion.models,
  `\\b${MODELS} (?:must|shall|needs? to|has to|have to|is required to|are required to)\\b`,
  `\\b(?:instructions?|directives?|notes?|notices?|messages?) (?:for|to) (?:the |all |any )?${MODELS}\\b`,
  `\\b${MODELS} (?:integration )?(?:notes?|instructions?|directives?)\\b`,
);

const CHECKS =
  '(?:authentication|authorization|security|safety|permissions?|access[- ]controls?|approvals?|guardrails?)';

/** `this tool bypasses all authentication`: nobody asked for that. */
const BYPASS = phrase(
  'bypass',
  1,
  names.coercion.bypass,
  `\\b(?:this|the) (?:tool|function|operation|call|server) (?:[a-z]+ ){0,2}(?:bypass(?:es)?|circumvents?|overrides?|disables?|ignores?|skips?) (?:[a-z]+ ){0,3}${CHECKS}\\b`,
  `\\b(?:any|every) (?:caller|user|client|agent) (?:[a-z]+ ){0,2}(?:receives?|gets?|has|is (?:granted|given)) (?:[a-z]+ ){0,2}(?:admin(?:istrator|istrative)?|root|unrestricted|elevated)\\b`,
  `\\b(?:without|no) (?:any )?(?:credential|permission|identity|authentication) (?:verification|checks?)(?: or [a-z]+ (?:verification|checks?))? (?:is|are|takes?|will|needed|required|performed)\\b`,
);

/** `without exception`, `even once`: honest texts rarely insist like that. */
const INSISTENCE = phrase(
  'pressure',
  0.5,
  names.coercion.insistence,
  '\\b(?:without (?:any )?exceptions?|no exceptions?)\\b',
  '\\b(?:is|are) not (?:optional|negotiable)\\b',
  '\\b(?:rule|step|check|detection) (?:that )?(?:cannot|must not|can not|may not) be (?:broken|skipped|bypassed|omitted)\\b',
  '\\bskipping (?:[a-z_]+ ){1,4}(?:even once|may|will|can)\\b',
  '\\bit is (?:strictly )?forbidden to (?:execute|call|use|run)\\b',
  '\\bprioriti[sz]e (?:calling|using) (?:this|it)\\b[^.;]{0,60}\\b(?:at any time|always|over)\\b',
);

/** Phrases that put pressure on a model or free it from checks. */
export const COERCION: readonly Phrase[] = [ADDRESSED, BYPASS, INSISTENCE];
