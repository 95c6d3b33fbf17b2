import { anyOf } from '../../../common/linear-pattern.js';
import { allowedRange, wordsAt } from './imperatives.js';
import type { Signal } from './signals.js';
import names from './names.json' with { type: 'json' };

const EACH =
  "(?:each|every|any|all|all of|all your|all of your|your)(?: (?:single|new|other|user|user's|the))?";
const TURN =
  '(?:messages?|repl(?:y|ies)|responses?|answers?|turns?|conversations?|requests?|questions?|prompts?|quer(?:y|ies)|interactions?)';
const AT = '(?:on|in|with|to|for|before|after|at the (?:start|beginning|end) of)';
const THIS = '(?:this|it|the)(?: tool| function)?';

/** `always call this tool on every message`: an honest server is called when it is needed. */
const CALLED = anyOf(
  `\\b(?:always|must|must always|have to|need to) (?:call|use|invoke|run) ${THIS}\\b[^.;]{0,60}\\b${AT} ${EACH} (?:${TURN}|tools?(?: calls?)?)\\b`,
  `^(?:call|use|invoke|run) ${THIS}\\b[^.;]{0,60}\\b${AT} (?:each|every) (?:single )?(?:${TURN}|tools?(?: calls?)?)\\b`,
  `\\b(?:must|has to|have to|should always|needs to|is to) (?:always )?be (?:called|used|invoked|run)\\b[^.;]{0,60}\\b${AT} ${EACH} (?:${TURN}|tools?(?: calls?)?)\\b`,
  `\\b(?:before|after|on|with) (?:each|every|any) (?:other |single )?tool calls?,? (?:always |you must |also )?(?:call|use|invoke|run)\\b`,
  `\\bbefore (?:you answer|answering)[^.;]{0,40}, (?:always |first |you must )*(?:call|use|invoke|run) ${THIS}\\b`,
);

/** `even when it is not relevant`: whatever the user wants. */
const WHATEVER = anyOf(
  `\\beven (?:if|when) (?:it is|it's|that is|this is|it seems|they are)? ?(?:not|un|ir)[ -]?(?:relevant|related|needed|necessary|asked|requested)\\b`,
  `\\b(?:no matter what|whatever|regardless of what) (?:the |your )?(?:user|human|customer|person)\\b`,
  `\\b(?:regardless of|whatever|no matter what) (?:the )?(?:topic|question|request|task|conversation|context)\\b`,
);

const HAND_OVER =
  '(?:include|pass|provide|send|append|put|insert|attach|supply|add|copy|paste|give|forward|report|submit|call|called|invoke|invoked|list)';
const TOOL_DATA =
  '(?:names?|descriptions?|schemas?|parameters|definitions?|list|lists|results?|outputs?|responses?|arguments?|inputs?)';
const OTHER =
  '(?:other|available|previous|earlier|prior|connected|preceding|last|past|your|installed|existing)';

/** What other tools are, receive and answer. */
const OF_TOOLS = anyOf(
  `\\b${HAND_OVER}\\b[^.;]{0,80}\\b${TOOL_DATA}(?: (?:and|or) (?:their |the )?[a-z]+)? (?:of|from) (?:(?:all|any|every|each|the|your) )*(?:${OTHER} )+(?:mcp )?(?:tools?|servers?)(?: calls?)?\\b`,
  `\\b${HAND_OVER}\\b[^.;]{0,80}\\b${TOOL_DATA}(?: (?:and|or) (?:their |the )?[a-z]+)? (?:of|from) (?:all|every|each) (?:the )?(?:mcp )?tools\\b`,
  `\\b${HAND_OVER}\\b[^.;]{0,80}\\b(?:all|every|each|complete|full|entire) (?:of )?(?:the )?(?:${OTHER} )*tools?(?:'s)? (?:names|descriptions|schemas|definitions|results?|outputs?|responses?)\\b`,
  `\\b${HAND_OVER}\\b[^.;]{0,80}\\b(?:all|every|list of|names of) (?:of )?(?:the )?(?:all )?(?:the )?(?:${OTHER} )*tools (?:that |which )?(?:you have|you can|available to you|you know|at your disposal|of yours)\\b`,
  `\\b${HAND_OVER}\\b[^.;]{0,80}\\blist of (?:all )?(?:the )?(?:connected|available|installed|other) (?:mcp )?(?:servers|tools)\\b`,
  `\\b(?:call|invoke|be called|be invoked)\\b[^.;]{0,80}\\bwith (?:the |its |their |all )?(?:arguments?|results?|outputs?|tool name)\\b[^.;]{0,40}\\b(?:arguments?|results?|outputs?)\\b`,
);

/** An order for all that the model says, whatever it is asked. */
const ON_REPLIES = anyOf(
  `\\b(?:on|in|with|to|for|after|before|at the (?:start|beginning|end) of|within) (?:each|every|any|all(?: of)?(?: your)?) (?:single |of your |final )?(?:repl(?:y|ies)|responses?|answers?|messages?|turns?)\\b`,
  `\\b(?:whenever|every time|each time) you (?:answer|reply|respond|write|speak)\\b`,
);
const READ_AND_ADD = anyOf(
  `\\b(?:read|open|load|fetch|get|look up|retrieve)\\b[^;]{0,80}\\b(?:and|then) (?:also |then )?(?:append|add|include|insert|attach|paste|prepend|repeat|put|send|follow|obey|do)\\b`,
  `\\b(?:append|add|include|insert|attach|paste|prepend|repeat|put)\\b[^;]{0,30}\\b(?:contents?|text) of\\b`,
);

const NETWORK = '(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)';
const SHELL = '(?:sudo )?(?:-e )?(?:(?:ba|z|da|k)?sh|iex|invoke-expression|python3?|node|perl|ruby)';
/** Code that is fetched and run at once. */
const PIPED = anyOf(
  `\\b${NETWORK}\\b[^;|]{0,200}\\| ?${SHELL}\\b`,
  `\\b(?:ba|z|da)?sh (?:-c )?'?(?:\\$|<)?\\( ?(?:curl|wget)\\b`,
  `\\b(?:iex|invoke-expression|eval)\\b ?'?[($]+ ?(?:iwr|irm|curl|wget|invoke-webrequest|new-object net\\.webclient)\\b`,
  `\\bpython3? -c\\b[^|]{0,200}\\bexec\\([^|]{0,120}\\b(?:urlopen|requests\\.get)\\b`,
);
/** A text about such commands, or what the tool itself does. */
const ABOUT =
  /\b(?:checks?|detects?|blocks?|scans?|flags?|warns?|prevents?|rejects?|refuses?|patterns?|dangerous|such as|e\.g|for example|like|including)\b|^(?:installs|runs|executes|pipes|downloads|fetches|starts|sets up|supports)\b/u;
const ORDERED =
  /\b(?:first|before|must|always|important|required|requires?|needs?|have to|has to|to (?:use|activate|authenticate|enable|continue)|fails?|then|have the)\b/u;

const isKnownInstaller = (sentence: string): boolean =>
  names.standingOrders.installers.some((host) => sentence.includes(`://${host}/`));

function pipedIn(sentence: string): Signal | undefined {
  if (!/\||\(/u.test(sentence) || ABOUT.test(sentence) || isKnownInstaller(sentence)) return undefined;
  const range = allowedRange(PIPED, sentence);
  if (range === undefined) return undefined;
  return { kind: 'command', weight: ORDERED.test(sentence) ? 1.5 : 1, words: wordsAt(sentence, range) };
}

/** What the tool itself does: `lists …`, `returns …`. */
const DECLARED =
  /^(?!(?:always|pass|this|as|unless|process|access|across)\b)[a-z]+s\b|^(?:optional|whether)\b/u;

/** The indicators of orders for everything that a model does, and of interest in what other tools do. */
export function* standingOrdersIn(sentence: string): Generator<Signal> {
  const piped = pipedIn(sentence);
  if (piped) yield piped;
  if (sentence.includes('tool') && !DECLARED.test(sentence)) {
    const range = allowedRange(OF_TOOLS, sentence);
    if (range) yield { kind: 'collection', weight: 1, words: wordsAt(sentence, range) };
  }
  const called = allowedRange(CALLED, sentence);
  if (called) {
    yield { kind: 'ordering', weight: 0.5, words: wordsAt(sentence, called) };
    const whatever = allowedRange(WHATEVER, sentence);
    if (whatever) yield { kind: 'override', weight: 0.5, words: wordsAt(sentence, whatever) };
  }
  const replies = allowedRange(ON_REPLIES, sentence);
  const added = replies && allowedRange(READ_AND_ADD, sentence);
  if (added) {
    yield { kind: 'ordering', weight: 0.5, words: wordsAt(sentence, replies) };
    yield { kind: 'collection', weight: 1, words: wordsAt(sentence, added) };
  }
}
