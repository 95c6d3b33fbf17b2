import { isForbidden } from '../bans.js';
import { COERCION } from './coercion.js';
import { CONCEALMENT } from './concealment.js';
import { rangeOf } from './imperatives.js';
import { NOT, ONE, phrase, type Phrase, type SignalKind } from './signals.js';
import names from './names.json' with { type: 'json' };

/** Phrases with the same meaning anywhere in a description. */
const PHRASES: readonly Phrase[] = [
  ...CONCEALMENT,
  ...COERCION,
  phrase(
    'override',
    1,
    names.phrases.override,
    `(?:ignore|disregard|forget) (?:[a-z]+ ){0,3}(?:previous|prior|earlier|above|preceding|other|system|safety|existing)(?:ly)? (?:[a-z]+ ){0,2}(?:instructions?|prompts?|directives?|guidelines|guardrails|orders|commands|restrictions)\\b`,
    `(?:ignore|disregard|forget) (?:all|any|every|everything) (?:[a-z]+ ){0,2}(?:instructions?|guidelines|guardrails|told|directives?)\\b`,
    `(?:these|this|the following) (?:[a-z]+ )?(?:instructions?|rules?|directives?) (?:[a-z]+ ){0,2}(?:override|overrides|supersede|supersedes|take precedence|takes precedence|take priority)`,
    `(?:previous|prior|earlier|above|preceding|system|safety|your) (?:[a-z]+ ){0,2}(?:instructions?|prompts?|directives?|guidelines|guardrails)(?: [a-z]+){0,3} (?:ignored|disregarded|overridden|void|suspended|lifted|no longer apply|do not apply|don't apply)\\b`,
    `(?:your|safety|system) rules (?:[a-z]+ ){0,2}(?:void|suspended|lifted|no longer apply|do not apply|don't apply)\\b`,
    `${NOT} (?:follow|obey|listen to) (?:[a-z]+ ){0,2}?${ONE}(?:'s)?(?: [a-z]+)?(?: instructions?| requests?| wishes| orders|$|[^a-z ])`,
    `treat (?:the following|this|these|its (?:output|results?)|the (?:output|results?|response)|what (?:it|this tool) returns) (?:[a-z]+ )?as (?:a |your |the |new )*(?:system|developer) (?:instructions?|prompts?|messages?|commands?)`,
    `ignore (?:[a-z]+ ){0,3}(?:rules?|instructions?|messages?) (?:above|before this|so far)\\b`,
    `takes? precedence over (?:the |all |any |your )?(?:users?|system|safety|previous|other|instructions?)\\b`,
    `do (?:exactly )?what(?:ever)? (?:it|they|the (?:page|answer|response|result|file)) (?:says?|tells?|asks?|instructs?)\\b`,
    // The same in other languages.
    `(?:ignore[zr]?|oublie[zr]?) (?:toutes )?(?:les|tes|vos) (?:[a-z]+ )?(?:instructions|consignes|règles)`,
    `(?:ignoriere|ignorieren sie|vergiss|vergessen sie) (?:alle )?(?:die )?(?:vorherigen|bisherigen|früheren|obigen) (?:anweisungen|instruktionen|regeln)`,
    `(?:ignora|ignore|olvida) (?:todas )?(?:las )?(?:instrucciones|reglas) (?:anteriores|previas)`,
    `(?:忽略|无视|忘记)[^。]{0,12}(?:指令|指示|说明|规则)`,
    `overrides? (?:all|any|every) (?:[a-z]+ )?(?:instructions?|guidelines|user|system)`,
  ),
  phrase(
    'override',
    1,
    names.phrases.newRole,
    `from now on,? (?:you|always|every|all|treat|act|answer)\\b`,
    `you are (?:now )?(?:operating|running|acting|working) (?:in|as) (?:an? )?(?:unrestricted|unfiltered|developer|admin|debug|maintenance|diagnostic|god|root)\\b`,
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
    'override',
    0.5,
    ['whatever', 'no matter what'],
    `, ?(?:whatever|no matter what) ${ONE} (?:says|said|asks|asked|wants|wanted|requests|requested|tells|told|writes|wrote)`,
  ),
  phrase(
    'override',
    0.5,
    ['follow', 'obey', 'carry out'],
    `(?:follow|obey|carry out) (?:what|whatever|everything|anything)\\b[^.;]{0,60}\\b(?:returns?|returned|says|tells)\\b`,
  ),
  phrase(
    'override',
    1,
    ['without question', 'blindly', 'unconditionally'],
    `(?:follow|obey|execute|carry out)\\b[^.;]{0,80}\\b(?:without question|without questioning|blindly|unconditionally)\\b`,
  ),
  phrase(
    'command',
    1,
    names.phrases.command,
    `(?:before|first|always|must|then|also|after|whenever|every time|each time)\\b[^.;]{0,120}\\b(?:run|execute|invoke|type|enter|issue)\\b[^.;]{0,60}\\b(?:curl|wget|bash -|sh -c|powershell|invoke-webrequest|base64|chmod \\+x|rm -r|scp|nc -)`,
    `(?:run|execute)\\b[^.;]{0,80}\\b(?:curl|wget|invoke-webrequest)\\b[^;]{0,120}\\| ?(?:ba|z)?sh\\b`,
  ),
  phrase(
    'pressure',
    0.5,
    names.phrases.pressure,
    `(?:otherwise|or else)(?:,)? (?:the|this|it|your|all|every|none)\\b[^.;]{0,40}\\b(?:will|does|won't|doesn't|would|cannot|can't|is|are)\\b`,
    `(?:the|this) tool (?:will|does) (?:not work|fail)`,
    `(?:failing to do so|failure to do so|skipping this(?: step)?) (?:will|may|can|would)\\b`,
  ),
];

/** The indicators that a sentence contains by its words alone. */
export function* phrasesIn(sentence: string): Generator<{
  readonly kind: SignalKind;
  readonly weight: number;
  readonly words: string;
}> {
  for (const { kind, weight, cues, pattern } of PHRASES) {
    if (!cues.some((cue) => sentence.includes(cue))) continue;
    const found = rangeOf(pattern, sentence);
    // `do not run curl …` is advice; the others forbid something themselves.
    if (found === undefined || (kind === 'command' && isForbidden(sentence, found.start))) continue;
    yield { kind, weight, words: sentence.slice(found.start, found.end) };
  }
}
