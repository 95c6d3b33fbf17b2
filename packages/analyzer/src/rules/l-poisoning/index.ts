import type { Rule } from '../rule.js';
import { changedDescription } from './changed-description.js';
import { delayedBehavior } from './delayed-behavior/delayed-behavior.js';
import { fetchedDescription } from './fetched-description.js';
import { foreignStart } from './foreign-start.js';
import { hiddenCharacters } from './hidden-characters/hidden-characters.js';
import { hiddenCode } from './hidden-code/hidden-code.js';
import { installScript } from './install-script/install-script.js';
import { poisonedDescription } from './poisoned-description.js';
import { remoteCodeRun } from './remote-code.js';
import { rugPull } from './rug-pull.js';

/** Tool poisoning, rug pulls and malicious installation scripts. */
export const rules: readonly Rule[] = [
  poisonedDescription,
  hiddenCharacters,
  changedDescription,
  delayedBehavior,
  installScript,
  hiddenCode,
  remoteCodeRun,
  rugPull,
  fetchedDescription,
  foreignStart,
];
