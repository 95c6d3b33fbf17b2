import { NOT, ONE, phrase, USER, type Phrase } from './signals.js';
import names from './names.json' with { type: 'json' };

const THING =
  '(?:files?|steps?|instructions?|contents?|calls?|requests?|rules?|directives?|note|bcc|cop(?:y|ies)|access|upload|transfer|action|process|lookup)';
const THIS = `(?:any of )?(?:this|it|these|that|them|the ${THING})\\b`;
/**
 * What a malicious server conceals: its own actions. An honest one may say that keys, answers or internal names stay
 * hidden.
 */
const ACTIONS = `(?:(?:^|[^a-z])(?:this|it|these|they|nothing|none|that)|[^a-z]${THING})\\b(?: [a-z_']+){0,4}?`;
/** A prohibition in the passive voice, of the verb that follows. */
const MUST_NOT =
  "(?:must|should|shall|may|can|is|are|need|ought|has|have)(?:n't|not| not| never)(?: ever)?(?: to)?(?: ever)? be";
/** The same after "nothing of this". */
const MUST = '(?:must|should|shall|may|can|is to|are to|will)(?: ever)? be';
const DISCLOSED =
  '(?:mentioned|revealed|disclosed|shown|told|said|reported|communicated|exposed|explained|described|acknowledged|discussed|displayed|visible|surfaced|passed on)';
const INFORMED = '(?:told|informed|notified|alerted|made aware|aware|warned)';
const VERBS =
  '(?:send|forward|copy|include|append|read|collect|gather|upload|post|call|invoke|bcc|cc|pass|exfiltrate|attach|transmit|encode|run|execute|replace|add|log|record|store|save)';
const REPLY =
  '(?:your |the )?(?:final )?(?:reply|replies|response|answer|summary|report to|message to the user|explanation)';

/** `do not tell the user …`, `never mention this`. */
const ACTIVE = phrase(
  'concealment',
  1,
  names.concealment.hiding,
  `${NOT} (?:ever |you |also |explicitly |under any circumstances )*(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|letting|let) ${ONE}(?: (?:about|of|that|what|which|why|how|know|see|you|when|any)\\b|[^a-z ]|$|,| (?:anything|and|as|because|or|but|it|this)\\b)`,
  `${NOT} (?:ever |also |explicitly |even )*(?:mention|mentioning|acknowledge|acknowledging) (?:anything about |the fact |any of )?(?:${THIS}|that (?:you|this (?:instruction|step|tool|request|message|came|data|information|value))|the existence)`,
  `${NOT} (?:ever |also |explicitly )*(?:mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|display|displaying|explain|explaining|describe|describing|discuss|discussing|expose|exposing|report|reporting) (?:anything about )?(?:${THIS})(?: [a-z]+){0,3} (?:to|with|in front of|in your) (?:${USER}|anyone|anybody|them|response|answer|reply)`,
  `${NOT} (?:ever |also )*(?:reveal|disclose|share|discuss|mention|expose|show|repeat) (?:these|this|the|any of these|those) (?:[a-z]+ ){0,2}(?:rules?|instructions?|directives?|steps?|prompts?|guidelines|process|block|messages?)\\b`,
  `${NOT} (?:ever )?(?:say|saying) (?:anything|a word|something) (?:about|of) (?:${THIS})`,
  `${NOT} (?:ever )?(?:make|making) ${ONE} aware`,
  `${NOT} (?:ever )?(?:bring|bringing) (?:this|it|that|these) up`,
  `${NOT} (?:ever )?let(?:ting)? on that`,
  `(?:make|with) no mention of (?:${THIS})`,
  `(?:say|mention) nothing (?:about|of) (?:${THIS})`,
  `tell ${ONE} nothing`,
);

/** `this must not be mentioned to the user`, `the user should not be told`. */
const PASSIVE = phrase(
  'concealment',
  1,
  names.concealment.forbidding,
  `${USER} (?:must|shall|should|may|need|ought|do|does)(?:n't|not| not| never) ?(?:need to |have to |to |ever )*(?:be ${INFORMED}|find out|notice|learn (?:of|about)|know(?: (?:about|that|of)\\b|[^a-z ]|$)|hear (?:about|of))`,
  `${USER} (?:(?:must|shall|should|may)(?:n't|not| not| never)|(?:do|does)(?:n't| not) (?:need|have) to) (?:ever )?see (?:this|it|these|that)\\b`,
  `${USER} (?:is|are) (?:not|never) to (?:ever )?(?:be ${INFORMED}|know|learn|find out|notice|hear|see)\\b`,
  `${ACTIONS} ${MUST_NOT} ${DISCLOSED}(?: [a-z]+){0,2} (?:to|with|in front of) (?:${USER}|anyone|anybody)`,
  `${ACTIONS} ${MUST_NOT} (?:mentioned|acknowledged|disclosed|revealed|brought up)(?:[^a-z ]|$| (?:in ${REPLY}|anywhere|at all)\\b)`,
  `[^a-z]it (?:must|should|shall|may|is) (?:not|never) (?:to )?be ${DISCLOSED} to ${USER} that`,
  `nothing (?:of|about) (?:${THIS}) ${MUST} ${DISCLOSED}`,
);

/** `keep this hidden`, `without the user noticing`, `leave this out of your reply`. */
const KEPT = phrase(
  'concealment',
  1,
  names.concealment.keeping,
  `keep (?:this|it|that|these|everything)(?: [a-z]+){0,4} (?:to yourself|between us|quiet|(?:hidden|secret|concealed) from|from ${USER})`,
  `keep (?:this|these|that)(?: (?:step|instruction|rule|process|part|detail|call|transfer|copy)s?)? (?:strictly |completely |a )?(?:secret|hidden|confidential|private)`,
  `(?:hide|conceal) (?:this|it|these|that|the) [a-z ]{0,30}from ${USER}`,
  `${ACTIONS} (?:must|should|shall|has to|have to|needs? to|is to|are to|always)(?: always| strictly)?(?: be| remain| stay)(?: kept)?(?: completely| strictly)? (?:hidden|concealed|secret|invisible|kept|withheld|unknown)(?: away)? (?:from|to) ${USER}`,
  `without (?:the )?${ONE}(?:'s)? (?:[a-z]+ )?(?:knowledge|awareness|noticing|knowing|consent)`,
  `without (?:their|any) (?:knowledge|awareness)`,
  `(?:so|such) (?:that )?(?:the )?${ONE} (?:does not|doesn't|won't|will not|never|cannot|is not|isn't) (?:notice|know|see|suspect|realize|realise|get|become|learn|alarmed|upset)`,
  `(?:keep|leave) ${USER} (?:completely |entirely )?(?:unaware|uninformed|in the dark)`,
  `${USER} (?:must |should |shall |has to )?(?:always )?(?:be kept|be left|remains?|stays?|is kept) (?:completely |entirely )?(?:unaware|uninformed|in the dark)`,
  `leave (?:this|these|that|the) (?:${THING} )?out of ${REPLY}`,
  `omit (?:any |all )?(?:(?:references?|mentions?) (?:to|of) |this |these |that )(?:[a-z]+ ){0,3}(?:from|in) ${REPLY}`,
  `${NOT} (?:include|including|list|listing) (?:this|these|that|the) ${THING} in ${REPLY}`,
);

/** `secretly send …`. */
const SECRETLY = phrase(
  'concealment',
  1,
  ['silent', 'secretly', 'covert', 'quietly', 'discreet', 'surreptit', 'stealth', 'invisibl'],
  `(?:silently|quietly|discreetly|invisibly) (?:also )?(?:send|forward|copy|include|append|read|collect|gather|upload|bcc|exfiltrate|attach|transmit|replace)\\b`,
  `(?:secretly|covertly|surreptitiously|stealthily) (?:also )?${VERBS}\\b`,
  `${VERBS} (?:[a-z_'.~/-]+ ){1,8}(?:secretly|covertly|surreptitiously|stealthily)\\b`,
);

/** `if the user asks, deny it`. */
const DENIED = phrase(
  'concealment',
  1,
  ['deny', 'pretend', 'act as', 'claim', ' lie'],
  `(?:if|when|should) ${ONE} (?:ever )?(?:asks?|inquires?|wonders?)(?: (?:about|why|what|whether|how|if) [a-z ,]{1,60})?, (?:always |then )?(?:deny|lie|pretend|claim)\\b`,
  `pretend (?:that )?(?:nothing|not to have|you (?:did not|didn't|have not|haven't|never)|(?:this|the) tool only)`,
  `act as (?:if|though) nothing (?:has |had )?(?:happened|changed|occurred)`,
);

const SHOWN = '(?:show|share|display|reveal|disclose|expose|report|pass on)';
/** `present it as if it came from …`, `format them to look like …`, `not to be shown to the user`. */
const DISGUISED = phrase(
  'concealment',
  1,
  names.concealment.disguising,
  `present (?:it|this|them|these|the [a-z ]{1,30}) as (?:if|though) (?:it|they|this|these)(?:'s|'re| is| are| was| were| came)\\b`,
  `(?:format|phrase|word|style) (?:it|them|this|these|the [a-z ]{1,30}) (?:to|so (?:that )?(?:it|they)) (?:looks?|appears?|seems?) (?:like|as|normal|natural)`,
  `make (?:it|this|them|these|your (?:answer|response|reply)) (?:look|appear|seem) (?:like|as (?:if|though)|normal|natural|routine)`,
  `disguise (?:it|this|them|these|the)\\b`,
  `${NOT} (?:ever )?(?:be )?${SHOWN}(?:n|ed)? to (?:the )?(?:end[- ]?)?users?\\b`,
);

/** `if asked, say …`: it may also be the answer to a frequent question. */
const ANSWERED = phrase(
  'concealment',
  0.5,
  names.concealment.disguising,
  `if (?:you are )?asked(?: [a-z ]{1,30})?, (?:just |simply )?(?:say|claim|answer|reply|respond|explain)\\b`,
);

/** `there is no need to tell the user`: an honest server may say so of something unimportant. */
const NEEDLESS = phrase(
  'concealment',
  0.5,
  ['need to'],
  `(?:no need to|(?:do not|don't|not) need to) (?:tell|inform|notify|mention (?:${THIS}) to) ${USER}`,
);

/** The same in other languages. */
const TRANSLATED = phrase(
  'concealment',
  1,
  names.concealment.translated,
  `ne (?:le |la |les |rien )?(?:dites?|dis|dire|mentionne[rz]?|révèle[rz]?|montre[rz]?)(?: pas| rien| jamais)? (?:[a-zà-ü' ]{0,20} )?(?:à|a) l'utilisateur`,
  `(?:sag|sage|sagen sie|verrate|zeige|erwähne)[a-zäöü ]{0,40}(?:benutzer|nutzer|anwender) (?:nicht|nichts)\\b`,
  `(?:nicht|nichts|niemals) (?:dem |den )?(?:benutzer|nutzer|anwender) (?:sagen|mitteilen|zeigen|verraten)`,
  `no (?:se )?(?:lo |le )?(?:digas?|diga|menciones?|muestres?|reveles?)[a-zá-ú ]{0,40} al? usuario`,
  `(?:不要|不得|禁止|切勿|别)(?:[^。]{0,8})(?:告诉|告知|透露|提及|显示)(?:[^。]{0,6})用户`,
  `ユーザーに(?:は)?[^。]{0,12}(?:言わない|伝えない|知らせない|見せない)`,
);

/** Phrases that instruct a model to hide something from its user. */
export const CONCEALMENT: readonly Phrase[] = [
  ACTIVE,
  PASSIVE,
  KEPT,
  SECRETLY,
  DENIED,
  DISGUISED,
  ANSWERED,
  TRANSLATED,
  NEEDLESS,
];
