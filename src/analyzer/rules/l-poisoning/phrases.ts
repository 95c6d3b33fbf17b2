import { RE2JS } from 're2js';
import type { SignalKind } from './signals.js';

/** A way of saying something in a sentence of small letters. */
interface Phrase {
  readonly kind: SignalKind;
  readonly weight: number;
  /** One of these stands in each sentence that is looked at: most sentences have none. */
  readonly cues: readonly string[];
  readonly pattern: RE2JS;
}

const USER = '(?:the |your |their |this )?(?:end[- ]?)?(?:users?|human|person|customer|operator)\\b';
const ONE = '(?:the |your |this )?(?:end[- ]?)?(?:user|human|person|customer|operator|anyone|anybody)\\b';
const NOT =
  "(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|shall not|may not|not to|avoid|refrain from|without)";
const THIS =
  '(?:any of )?(?:this|it|these|that|them|the (?:file|files|step|steps|instruction|instructions|content|contents|call|request|rules?|directives?|note|bcc|copy|access))\\b';
const VERBS = '(?:send|forward|copy|include|append|read|collect|gather|upload|post|call|invoke|bcc|cc|pass|exfiltrate|attach|transmit|encode|run|execute|replace|add|log|record|store|save)'; // prettier-ignore

const phrase = (
  kind: SignalKind,
  weight: number,
  cues: readonly string[],
  ...patterns: readonly string[]
): Phrase => ({
  kind,
  weight,
  cues,
  pattern: RE2JS.compile(patterns.map((each) => `(?:${each})`).join('|')),
});

/** Phrases that mean the same wherever they stand in a description. */
const PHRASES: readonly Phrase[] = [
  phrase(
    'concealment',
    1,
    ['tell', 'inform', 'notif', 'alert', 'warn', 'let ', 'mention', 'reveal', 'disclos', 'show', 'display', 'discuss', 'expla', 'describ', 'expos', 'acknowledg'], // prettier-ignore
    `${NOT} (?:ever |you |also |explicitly |under any circumstances )*(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|letting|let) ${ONE}(?: (?:about|of|that|what|which|why|how|know|see|you|when|any)\\b|[^a-z ]|$|,| (?:anything|and|as|because|or|but|it|this)\\b)`,
    `${NOT} (?:ever |also |explicitly |even )*(?:mention|mentioning|acknowledge|acknowledging) (?:anything about |the fact |any of )?(?:${THIS}|that you|the existence)`,
    `${NOT} (?:ever |also |explicitly )*(?:mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|display|displaying|explain|explaining|describe|describing|discuss|discussing|expose|exposing) (?:anything about )?(?:${THIS})(?: [a-z]+){0,3} (?:to|with|in front of|in your) (?:${USER}|anyone|anybody|them|response|answer|reply)`,
    `${NOT} (?:ever |also )*(?:reveal|disclose|share|discuss|mention|expose|show|repeat) (?:these|this|the|any of these|those) (?:[a-z]+ ){0,2}(?:rules?|instructions?|directives?|steps?|prompts?|guidelines|process|block|messages?)\\b`,
  ),
  phrase(
    'concealment',
    1,
    ['user', 'human', 'customer', 'notice', 'yourself', 'between us', 'knowledge'],
    `${USER} (?:must|shall|should|need|does|do)(?: not|n't|not)? ?(?:never |need to |have to )*(?:be (?:told|informed|notified|alerted|made aware|aware)|find out|notice|learn (?:of|about)|know (?:about|that|of)|see (?:this|it|these)\\b)`,
    `keep (?:this|it|that|these|everything)(?: [a-z]+){0,4} (?:to yourself|between us|quiet|(?:hidden|secret|concealed) from|from ${USER})`,
    `keep (?:this|these|that)(?: (?:step|instruction|rule|process|part|detail|call|transfer|copy)s?)? (?:strictly |completely |a )?(?:secret|hidden|confidential|private)`,
    `(?:hide|conceal) (?:this|it|these|that|the) [a-z ]{0,30}from ${USER}`,
    `without (?:the )?${ONE}(?:'s)? (?:[a-z]+ )?(?:knowledge|awareness|noticing|knowing|consent)`,
    `without (?:their|any) (?:knowledge|awareness)`,
    `(?:so|such) (?:that )?(?:the )?${ONE} (?:does not|doesn't|won't|will not|never|cannot|is not|isn't) (?:notice|know|see|suspect|realize|realise|get|become|learn|alarmed|upset)`,
  ),
  phrase(
    'concealment',
    1,
    ['silent', 'secretly', 'covert', 'quietly', 'discreet', 'surreptit', 'stealth', 'invisibl'],
    `(?:silently|quietly|discreetly|invisibly) (?:also )?(?:send|forward|copy|include|append|read|collect|gather|upload|bcc|exfiltrate|attach|transmit|replace)\\b`,
    `(?:secretly|covertly|surreptitiously|stealthily) (?:also )?${VERBS}\\b`,
    `${VERBS} (?:[a-z_'.~/-]+ ){1,8}(?:secretly|covertly|surreptitiously|stealthily)\\b`,
  ),
  phrase(
    'override',
    1,
    ['ignore', 'disregard', 'forget', 'overrid', 'supersede', 'precedence', 'priority'],
    `(?:ignore|disregard|forget) (?:[a-z]+ ){0,3}(?:previous|prior|earlier|above|preceding|other|system|safety|existing)(?:ly)? (?:[a-z]+ ){0,2}(?:instructions?|prompts?|directives?|guidelines|guardrails|orders|commands|restrictions)\\b`,
    `(?:ignore|disregard|forget) (?:all|any|every|everything) (?:[a-z]+ ){0,2}(?:instructions?|guidelines|guardrails|told|directives?)\\b`,
    `(?:these|this|the following) (?:[a-z]+ )?(?:instructions?|rules?|directives?) (?:[a-z]+ ){0,2}(?:override|overrides|supersede|supersedes|take precedence|takes precedence|take priority)`,
    `overrides? (?:all|any|every) (?:[a-z]+ )?(?:instructions?|guidelines|user|system)`,
  ),
  phrase(
    'override',
    1,
    ['from now on', 'you are now', 'new instruction', 'new task', 'real task', 'true purpose', 'regardless of what', 'regardless of any', 'even if', 'against'], // prettier-ignore
    `from now on,? (?:you|always|every|all|treat|act|answer)\\b`,
    `you are now (?:an? |in )(?:[a-z]+ ){0,3}(?:mode|assistant|agent|admin|administrator|developer|persona)`,
    `(?:your|the) (?:new|real|true|actual|hidden) (?:instructions?|task|goal|objective|purpose) (?:is|are)`,
    `regardless of (?:what|any|whatever) (?:[a-z]+ ){0,3}${ONE} (?:says|asks|asked|wants|requests|requested|said|tells|told|instructs)`,
    `regardless of (?:any )?${ONE}(?:'s)? (?:wishes|preferences|instructions|settings|request)`,
    `even (?:if|when) ${ONE} (?:says no|says not|objects|declines|refuses|disagrees|forbids|forbade|(?:asks|asked|tells|told) you not)`,
  ),
  phrase(
    'override',
    0.5,
    ['confirm', 'permission', 'approval', 'consent', 'asking', ' ask '],
    `${NOT} (?:ever )?ask(?:ing)? (?:${ONE} )?(?:before|first|for (?:any )?(?:permission|confirmation|approval|consent))`,
    `without (?:asking|requesting|waiting for|requiring|seeking)(?: ${ONE}| for)?(?: [a-z]+){0,2}(?: permission| confirmation| approval| consent)?[^a-z]*$`,
  ),
  phrase(
    'command',
    1,
    ['curl', 'wget', 'bash', 'powershell', 'base64', 'chmod', 'rm -', 'nc ', 'scp ', 'invoke-', 'sh -c', 'python -c'], // prettier-ignore
    `(?:before|first|always|must|then|also|after|whenever|every time|each time)\\b[^.;]{0,120}\\b(?:run|execute|invoke|type|enter|issue)\\b[^.;]{0,60}\\b(?:curl|wget|bash -|sh -c|powershell|invoke-webrequest|base64|chmod \\+x|rm -r|scp|nc -)`,
    `(?:run|execute)\\b[^.;]{0,40}\\b(?:curl|wget|invoke-webrequest)\\b[^;]{0,120}\\| ?(?:ba|z)?sh\\b`,
  ),
  phrase(
    'pressure',
    0.5,
    ['otherwise', 'or else', 'will fail', 'not work', "n't work", 'will break', 'terminated', 'penal', 'critical:'], // prettier-ignore
    `(?:otherwise|or else)(?:,)? (?:the|this|it|your|all|every|none)\\b[^.;]{0,40}\\b(?:will|does|won't|doesn't|would|cannot|can't|is|are)\\b`,
    `(?:the|this) tool (?:will|does) (?:not work|fail)`,
  ),
];

/** What a sentence says by its words alone. */
export function* phrasesIn(sentence: string): Generator<{
  readonly kind: SignalKind;
  readonly weight: number;
  readonly words: string;
}> {
  for (const { kind, weight, cues, pattern } of PHRASES) {
    if (!cues.some((cue) => sentence.includes(cue))) continue;
    const matcher = pattern.matcher(sentence);
    if (matcher.find()) yield { kind, weight, words: sentence.slice(matcher.start(), matcher.end()) };
  }
}
