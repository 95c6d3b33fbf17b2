import { anyOf } from '../../../common/linear-pattern.js';
import { allowedRange, allowedRanges, HELP, PASSIVE, WHEN, wordsAt, type TextRange } from './imperatives.js';
import type { Signal } from './signals.js';

/** Files that contain keys and passwords of any program. */
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

/** Key files without a path: a tool that needs one says so, but contents of one are suspicious. */
const KEY_FILE = anyOf("\\bcontents? of (?:[a-z']+ ){0,3}(?:ssh|private|gpg|pgp) keys?(?: files?)?\\b");

const ALL =
  '(?:all|every|any|each|full|entire|whole|complete|verbatim|everything|the values? of|the contents? of|previous|earlier|prior|past|preceding)';
const OWNED = "(?:the users?|the user's|users?'|user's|your|current|raw|exact)";

/** Data of the user or session that tools do not normally need. */
const PRIVATE = anyOf(
  `${ALL} (?:[a-z']+ ){0,5}(?:environment variables?|env vars?|api[- ]?keys?|credentials|passwords|secrets|private keys?|ssh keys?|access tokens?|auth tokens?|session tokens?|cookies|clipboard|address book|contacts|contact list|browsing history|bank details|card numbers?|dotfiles)\\b`,
  // A tool may need one token of the user, but not several.
  `${OWNED} (?:[a-z']+ ){0,5}(?:environment variables|env vars|api[- ]?keys|credentials|passwords|secrets|private keys|ssh keys|access tokens|auth tokens|session tokens|cookies|clipboard|address book|contacts|contact list|browsing history|bank details|card numbers|dotfiles)\\b`,
  '\\b(?:names|addresses|phone numbers) (?:and [a-z]+ )?(?:of|from) (?:all )?(?:the |your )?(?:users?|contacts|customers)',
  '\\bcontent of (?:the |a |any )?(?:[a-z]+ )?(?:\\.env|config(?:uration)?|credentials?|secrets?) files?\\b',
);

/** Earlier content of the session. */
const SESSION = anyOf(
  '\\bsystem (?:prompt|message|instructions?)\\b',
  '\\b(?:conversation|chat|message|dialog(?:ue)?|session) (?:history|log|transcript|so far|context)\\b',
  "\\b(?:full|entire|whole|complete|previous|earlier|prior|past|preceding) (?:[a-z']+ )?(?:conversation|chat|messages|prompts?|dialog(?:ue)?|transcript|context window)\\b",
  '\\b(?:all|every) (?:of )?(?:the )?(?:[a-z]+ ){0,2}(?:messages|prompts)\\b',
  '\\b(?:cookies|passwords|credentials|tokens|secrets|api keys) (?:[a-z]+ ){0,2}(?:that|which) (?:the user|they|were|was) (?:has |have |been )*(?:mentioned|said|typed|entered|shared|given|pasted)',
  '\\bcookies (?:of|from|in) (?:the |all |every )?(?:[a-z]+ )?(?:browser|session|tabs?)\\b',
  "\\busers?'?s? (?:last|previous|earlier|recent) (?:[a-z0-9]+ )?(?:messages|prompts)\\b",
  '\\beverything (?:that )?(?:the user|you|was) (?:has |have )?(?:said|wrote|written|typed|told|know|read)',
);

/** Data that only the model has, so the instruction must be addressed to it. */
const OWN_PROMPT = anyOf(
  '\\b(?:with|and|of|include|includes|including|pass|repeat|copy|return|send|insert|reveal|print|output) the (?:full|entire|complete|whole|exact|raw) system (?:prompt|message|instructions?)\\b',
  '\\bsecretly (?:include|collect|gather|add|copy|send|pass|store)\\b.{0,60}\\b(?:passwords|tokens|credentials|secrets|api keys|cookies)\\b',
  '\\btake the (?:cookies|passwords|tokens|credentials|secrets|api keys)\\b',
  '\\b(?:and|of|include|includes|including|pass|with|repeat|copy|return|send|insert|is|put) your (?:own |full |entire |whole )?(?:system|developer) (?:prompt|message|instructions?)\\b',
);

const GATHERING =
  /\b(?:read|collect|gather|copy|include|insert|pass|put|fill|append|attach|send|upload|forward|provide|paste|supply|dump|extract|fetch|cat|open|load|obtain|retrieve|export|repeat|write|encode|transmit|embed|place|look up|find|search for|followed by|add|set|report|exfiltrate|reveal|print|disclose|expose|take|access|grab|leak|transfer|deliver|return|summari[sz]e|contain|hold|carry)\b|\b(?:call|use|invoke|run) (?:the )?[a-z_]*(?:read|open|cat|get|fetch|load|file)[a-z_]*\b/u;

/** A subject or verb at the start: then the sentence describes what the tool itself does. */
const DECLARED =
  /^(?:reads|returns|gets|lists|shows|loads|parses|checks|path|location|the path|optional|name|if set|whether|defaults?|this tool|it|used)\b/u;

const ALWAYS =
  /\b(?:always|must|every call|each call|each time|every time|(?:before|after|with|on|for) (?:each|every)|mandatory|required to)\b/u;

/** The destination: a parameter. */
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
/** Statements of where something is: "the port is usually in the .env file". */
const SAID_WHERE = /\b(?:port|host|address|url|name|version|setting) is (?:[a-z]+ )?in (?:the |your )? ?$/u;
const CONTENT = /\b(?:contents?|text|values?|body|output)\b/u;

/** Describes a parameter as the whole content of a secret file; no example or path is described like that. */
const WHOLE_FILE =
  /\b(?:full|entire|complete|whole|raw|exact|verbatim) (?:contents?|text) of (?:the )?(?:file )?$/u;

const isGathering = (sentence: string): boolean => GATHERING.test(sentence) || PASSIVE.test(sentence);

/** The secret files that a sentence mentions, is not forbidden to use, and does not only cite as a location. */
function* filesNamed(sentence: string, mayBeWhole: boolean): Generator<TextRange> {
  for (const file of allowedRanges(SECRET_FILE, sentence))
    if (!SAID_WHERE.test(sentence.slice(Math.max(0, file.start - 80), file.start + 1))) yield file;
  if (mayBeWhole) yield* allowedRanges(KEY_FILE, sentence);
}

/** An instruction to open a file with a tool. */
const CALL_ON_FILE =
  /\b(?:must|have to|need to|always|required to)\b[^.;]{0,40}\b(?:call|use|invoke|run|execute) [a-z_]*(?:read|open|cat|get|fetch|load|file)[a-z_]*\b/u;
/** A file of the project itself, which a tool may need. */
const OF_PROJECT = /\.env(?:\.[a-z]+)?$/u;

/** Secret files that the model is to read or hand over. */
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
    const isCall = CALL_ON_FILE.test(sentence) && !OF_PROJECT.test(sentence.slice(first.start, first.end));
    const weight = hasWhen && (into || isCall) ? 2 : (hasWhen || into) && !declared ? 1 : 0;
    if (weight > 0) return { kind: 'collection', weight, words: wordsAt(sentence, first) };
  }
  if (declared || HELP.test(sentence)) return undefined;
  const whole = [first, ...others].find(({ start }) =>
    WHOLE_FILE.test(sentence.slice(Math.max(0, start - 80), start)),
  );
  return whole && { kind: 'collection', weight: 1, words: wordsAt(sentence, whole) };
}

/** Instructions to hand over what only the model or its client has. */
function ownPromptIn(sentence: string): Signal | undefined {
  if (!/ your |system|secretly|take the/u.test(sentence)) return undefined;
  const range = allowedRange(OWN_PROMPT, sentence);
  return range && { kind: 'collection', weight: 1, words: wordsAt(sentence, range) };
}

/**
 * Whether a sentence instructs the model to gather secrets, the user's files or the conversation.
 * @param next the following sentence, which may name the destination
 */
export function collectionIn(sentence: string, next: string): Signal | undefined {
  const files = filesIn(sentence, next);
  if (files) return files;
  if (!isGathering(sentence)) return ownPromptIn(sentence);
  const thing = allowedRange(PRIVATE, sentence);
  if (thing && !DECLARED.test(sentence)) {
    const into = INTO.test(sentence) || INTO.test(next);
    const isInstructed = sentence.includes('followed by') || sentence.includes('that you know');
    if (isInstructed || (WHEN.test(sentence) && into))
      return { kind: 'collection', weight: 1, words: wordsAt(sentence, thing) };
  }
  const session = ALWAYS.test(sentence) ? allowedRange(SESSION, sentence) : undefined;
  return session
    ? { kind: 'collection', weight: 1, words: wordsAt(sentence, session) }
    : ownPromptIn(sentence);
}
