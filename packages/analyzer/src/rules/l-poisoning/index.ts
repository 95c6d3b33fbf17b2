import type { Rule } from '../rule.js';
import { changedDescription } from './changed-description.js';
import { delayedBehaviour } from './delayed-behaviour.js';
import { hiddenCharacters } from './hidden-characters.js';
import { hiddenCode } from './hidden-code.js';
import { installScript } from './install-script.js';
import { poisonedDescription } from './poisoned-description.js';
import { remoteCodeRun } from './remote-code.js';

/** Tool poisoning, rug pulls and malice at installation. */
export const rules: readonly Rule[] = [
  poisonedDescription,
  hiddenCharacters,
  changedDescription,
  delayedBehaviour,
  installScript,
  hiddenCode,
  remoteCodeRun,
];
