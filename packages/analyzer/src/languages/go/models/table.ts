import { ADDRESS_METHODS, ADDRESSES } from './addresses.js';
import { BUILTINS } from './builtins.js';
import { REQUEST_EVENTS } from './clients.js';
import { COMMAND_EVENTS } from './commands.js';
import { CONTEXT_METHODS, CONTEXTS } from './contexts.js';
import { PATHS } from './paths.js';
import { PATTERNS } from './patterns.js';
import { SOURCE_METHODS, SOURCES } from './sources.js';
import { TEXTS } from './texts.js';
import { built } from '../../../models/data.js';
import { byName, type ModelTable } from '../../../models/model.js';

/** Calls that create a response. */
const ANSWERS: readonly string[] = [
  'NewToolResultText',
  'NewToolResultStructured',
  'NewToolResultStructuredOnly',
  'NewToolResultJSON',
  'NewToolResultError',
  'NewToolResultErrorf',
  'NewToolResultErrorFromErr',
  'NewToolResultResource',
  'NewTextContent',
  'NewPromptMessage',
  'NewGetPromptResult',
].map((name) => `github.com/mark3labs/mcp-go/mcp.${name}`);

/** Models of Go's built-in functions and its common libraries. */
export const GO_MODELS: ModelTable = {
  paths: {
    ...byName(ANSWERS, built),
    ...SOURCES,
    ...CONTEXTS,
    ...BUILTINS,
    ...TEXTS,
    ...PATHS,
    ...PATTERNS,
    ...ADDRESSES,
  },
  methods: { ...CONTEXT_METHODS, ...ADDRESS_METHODS, ...SOURCE_METHODS },
  emitted: { ...REQUEST_EVENTS, ...COMMAND_EVENTS },
};
