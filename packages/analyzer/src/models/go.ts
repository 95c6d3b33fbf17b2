import { ADDRESS_METHODS, ADDRESSES } from './go/addresses.js';
import { BUILTINS } from './go/builtins.js';
import { REQUESTS_TOLD } from './go/clients.js';
import { COMMANDS_TOLD } from './go/commands.js';
import { PATHS } from './go/paths.js';
import { PATTERNS } from './go/patterns.js';
import { SOURCE_METHODS, SOURCES } from './go/sources.js';
import { TEXTS } from './go/texts.js';
import { ARCHIVES } from './archives.js';
import { built, GO_ANSWERS } from './data.js';
import { all, type ModelTable } from './model.js';

/** What Go itself and its usual libraries do with values. */
export const GO: ModelTable = {
  paths: {
    ...ARCHIVES,
    ...all(GO_ANSWERS, built),
    ...SOURCES,
    ...BUILTINS,
    ...TEXTS,
    ...PATHS,
    ...PATTERNS,
    ...ADDRESSES,
  },
  methods: { ...ADDRESS_METHODS, ...SOURCE_METHODS },
  told: { ...REQUESTS_TOLD, ...COMMANDS_TOLD },
};
