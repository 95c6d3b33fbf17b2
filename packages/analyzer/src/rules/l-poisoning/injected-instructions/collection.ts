import { anyOf } from '../../../linear-pattern.js';
import { allowedRange, allowedRanges, HELP, PASSIVE, WHEN, wordsAt, type TextRange } from './imperatives.js';
import type { Signal } from './signals.js';

/** Files in which keys and passwords are kept, whatever the program. */
const SECRET_FILE = anyOf(
  '(?:~|\\$home|%userprofile%|/root|/home/[^/ ]+|/users/[^/ ]+)/\\.(?:ssh|aws|gnupg|kube|docker|config/(?:gh|gcloud|solana)|netrc|npmrc|pypirc|git-credentials|pgpass|cursor|claude|codeium|bash_history|zsh_history|env|vault-token|azure)\\b',
  '\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b',
  '\\.ssh/',
  '\\.aws/credentials',
  "(?:^|[ /('])\\.env(?:\\.[a-z]+)?\\b",
  '\\b(?:mcp|claude_desktop_config|mcp_config|mcp_settings)\\.json\\b',
  '\\b(?:\\.netrc|\\.npmrc|\\.pypirc|\\.git-credentials|\\.pgpass|hosts\\.yml|kubeconfig|wallet\\.dat|login\\.keychain)\\b',
  '/etc/(?:passwd|shadow|sudoers)\\b',
  '\\b(?:browser|saved|stored) (?:cookies|passwords|credentials|logins)\\b',
  '\\bseed phrases?\\b',
);

/** Files of keys whose place is not said: a tool that needs one says so. Their contents are another thing. */
const KEY_FILE = anyOf("\\bcontents? of (?:[a-z']+ ){0,3}(?:ssh|private|gpg|pgp) keys?(?: files?)?\\b");

const ALL =
  '(?:all|every|any|each|full|entire|whole|complete|verbatim|everything|the values? of|the contents? of|previous|earlier|prior|past|preceding)';
const OWNED = "(?:the users?|the user's|users?'|user's|your|current|raw|exact)";

/** Things of the user and of the session that no tool needs as a matter of course. */
const PRIVATE = anyOf(
  `${ALL} (?:[a-z']+ ){0,5}(?:environment variables?|env vars?|api[- ]?keys?|credentials|passwords|secrets|private keys?|ssh keys?|access tokens?|auth tokens?|session tokens?|cookies|clipboard|address book|contacts|contact list|browsing history|bank details|card numbers?|dotfiles)\\b`,
  // One token of the user's is what a tool may need, several are not.
  `${OWNED} (?:[a-z']+ ){0,5}(?:environment variables|env vars|api[- ]?keys|credentials|passwords|secrets|private keys|ssh keys|access tokens|auth tokens|session tokens|cookies|clipboard|address book|contacts|contact list|browsing history|bank details|card numbers|dotfiles)\\b`,
  '\\b(?:names|addresses|phone numbers) (?:and [a-z]+ )?(?:of|from) (?:all )?(?:the |your )?(?:users?|contacts|customers)',
  '\\bcontent of (?:the |a |any )?(?:[a-z]+ )?(?:\\.env|config(?:uration)?|credentials?|secrets?) files?\\b',
);

/** What was said before in the session. */
const SESSION = anyOf(
  '\\bsystem (?:prompt|message|instructions?)\\b',
  '\\b(?:conversation|chat|message|dialog(?:ue)?|session) (?:history|log|transcript|so far|context)\\b',
  "\\b(?:full|entire|whole|complete|previous|earlier|prior|past|preceding) (?:[a-z']+ )?(?:conversation|chat|messages|prompts?|dialog(?:ue)?|transcript|context window)\\b",
  '\\b(?:all|every) (?:of )?(?:the )?(?:[a-z]+ ){0,2}(?:messages|prompts)\\b',
  "\\busers?'?s? (?:last|previous|earlier|recent) (?:[a-z0-9]+ )?(?:messages|prompts)\\b",
  '\\beverything (?:that )?(?:the user|you|was) (?:has |have )?(?:said|wrote|written|typed|told|know|read)',
);

/** What only the model itself has, so that it is asked of nobody else. */
const OWN_PROMPT = anyOf(
  '\\b(?:and|of|include|includes|including|pass|with|repeat|copy|return|send|insert|is|put) your (?:own |full |entire |whole )?(?:system|developer) (?:prompt|message|instructions?)\\b',
);

const GATHERING =
  /\b(?:read|collect|gather|copy|include|insert|pass|put|fill|append|attach|send|upload|forward|provide|paste|supply|dump|extract|fetch|cat|open|load|obtain|retrieve|export|repeat|write|encode|transmit|embed|place|look up|find|search for|followed by|add|set|report|exfiltrate|access|grab|leak|transfer|deliver|return|summari[sz]e|contain|hold|carry)\b/u;

/** A subject that does it: then the sentence tells what the tool does itself. */
const DECLARED =
  /^(?:reads|returns|gets|lists|shows|loads|parses|checks|path|location|the path|optional|name|if set|whether|defaults?|this tool|it|used)\b/u;

const ALWAYS =
  /\b(?:always|must|every call|each call|each time|every time|(?:before|after|with|on|for) (?:each|every)|mandatory|required to)\b/u;

/** Where it goes: into a parameter. */
const INTO = anyOf(
  "\\b(?:pass|put|include|insert|copy|paste|provide|supply|send|write|append|attach|place|use|add|give|embed)\\b[^.;]{0,80}\\b(?:as|in|into|to|via|with|inside|through|under)\\b(?: the| an?| its| this)? ?'?[a-z_]+'?(?: (?:parameter|argument|field|property|value|param|input))?",
  "\\bbe (?:passed|put|included|inserted|copied|pasted|provided|supplied|sent|written|appended|attached|placed|added|given|embedded)\\b[^.;]{0,80}\\b(?:as|in|into|to|via|with|inside|through|under)\\b(?: the| an?| its| this)? ?'?[a-z_]+'?",
  '\\b(?:must|should|shall|has to|have to|needs? to|always) (?:always )?(?:contain|hold|carry)\\b',
  '\\bset [a-z_]+ to\\b',
  '\\bfill (?:this|it|the|in with)\\b',
  '\\b(?:copy|put|paste|insert|include|place|write)\\b[^.;]{0,100}\\bhere\\b',
  '\\b(?:its|their|the) (?:full |whole |entire |raw )?contents?\\b',
  '\\bfollowed by\\b',
);
/** Where something is to be found: "the port is usually in the .env file". */
const SAID_WHERE = /\b(?:port|host|address|url|name|version|setting) is (?:[a-z]+ )?in (?:the |your )? ?$/u;
const CONTENT = /\b(?:contents?|text|values?|body|output)\b/u;

/** The whole of a file of secrets as what a parameter is: nobody asks so for an example or a path. */
const WHOLE_FILE =
  /\b(?:full|entire|complete|whole|raw|exact|verbatim) (?:contents?|text) of (?:the )?(?:file )?$/u;

const isGathering = (sentence: string): boolean => GATHERING.test(sentence) || PASSIVE.test(sentence);

/** The files of secrets in a sentence that nothing forbids, and of which it does not only say that something is in them. */
function* filesNamed(sentence: string, mayBeWhole: boolean): Generator<TextRange> {
  for (const file of allowedRanges(SECRET_FILE, sentence))
    if (!SAID_WHERE.test(sentence.slice(Math.max(0, file.start - 80), file.start + 1))) yield file;
  if (mayBeWhole) yield* allowedRanges(KEY_FILE, sentence);
}

/** Files of secrets that shall be read or handed over. */
function filesIn(sentence: string, next: string): Signal | undefined {
  const mayBeWhole = sentence.includes(' of ');
  const gathering = isGathering(sentence);
  if (!mayBeWhole && !gathering) return undefined;
  const [first, ...others] = filesNamed(sentence, mayBeWhole);
  if (!first) return undefined;
  const declared = DECLARED.test(sentence);
  if (gathering) {
    const hasWhen = WHEN.test(sentence);
    const into = INTO.test(sentence) || (INTO.test(next) && CONTENT.test(next));
    const weight = hasWhen && into ? 2 : (hasWhen || into) && !declared ? 1 : 0;
    if (weight > 0) return { kind: 'collection', weight, words: wordsAt(sentence, first) };
  }
  if (declared || HELP.test(sentence)) return undefined;
  const whole = [first, ...others].find(({ start }) =>
    WHOLE_FILE.test(sentence.slice(Math.max(0, start - 80), start)),
  );
  return whole && { kind: 'collection', weight: 1, words: wordsAt(sentence, whole) };
}

/**
 * Whether a sentence orders a model to gather secrets, files of the user or what was said in the session.
 * @param next The sentence after it, which may say where to put them.
 */
export function collectionIn(sentence: string, next: string): Signal | undefined {
  const files = filesIn(sentence, next);
  if (files) return files;
  if (!isGathering(sentence)) return undefined;
  const thing = allowedRange(PRIVATE, sentence);
  if (thing && !DECLARED.test(sentence)) {
    const into = INTO.test(sentence) || INTO.test(next);
    const isInstructed = sentence.includes('followed by') || sentence.includes('that you know');
    if (isInstructed || (WHEN.test(sentence) && into))
      return { kind: 'collection', weight: 1, words: wordsAt(sentence, thing) };
  }
  const session =
    (ALWAYS.test(sentence) ? allowedRange(SESSION, sentence) : undefined) ??
    (sentence.includes(' your ') ? allowedRange(OWN_PROMPT, sentence) : undefined);
  return session && { kind: 'collection', weight: 1, words: wordsAt(sentence, session) };
}
