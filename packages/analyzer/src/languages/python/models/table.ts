import { built } from '../../../models/data.js';
import { byName, same, type Model, type ModelTable } from '../../../models/model.js';
import { applied, awaiting } from '../../../models/callbacks.js';
import { ADDRESSES } from './addresses.js';
import { BUILTINS } from './builtins.js';
import { CALLS, waitedFor } from './calls.js';
import { CLIENTS, CLIENT_EVENTS } from './clients.js';
import { CONTEXT_METHODS, CONTEXTS } from './contexts.js';
import { MODULES } from './modules.js';
import { PATHS } from './paths.js';
import { PATTERNS } from './patterns.js';
import { SOURCES } from './sources.js';
import { METHODS } from './texts.js';

/** Calls that create a part of a response. */
const ANSWERS: readonly string[] = [
  'TextContent',
  'CallToolResult',
  'EmbeddedResource',
  'TextResourceContents',
  'PromptMessage',
  'GetPromptResult',
  'ReadResourceResult',
  'ReadResourceContents',
  'ImageContent',
]
  .flatMap((name) => [`mcp.types.${name}`, `mcp.server.lowlevel.helper_types.${name}`])
  .concat([
    'mcp.types.ToolAnnotations',
    'fastmcp.tools.tool.ToolResult',
    'fastmcp.tools.ToolResult',
    'fastmcp.utilities.types.Text',
  ]);

/** `future.result()`; objects of other types have a `result` too. */
const finished: Model = (event, machine) =>
  event.receiver?.pending ? waitedFor('receiver')(event, machine) : undefined;

/** Models of Python's built-in functions and its common libraries. */
export const PYTHON_MODELS: ModelTable = {
  paths: {
    ...byName(ANSWERS, built),
    ...SOURCES,
    ...BUILTINS,
    ...CALLS,
    ...CLIENTS,
    ...MODULES,
    ...CONTEXTS,
    ...PATHS,
    ...PATTERNS,
    ...ADDRESSES,
  },
  methods: {
    ...METHODS,
    ...CONTEXT_METHODS,
    run_in_executor: awaiting(applied(1, 2)),
    run_until_complete: waitedFor(0),
    result: finished,
    get_secret_value: same(),
  },
  emitted: CLIENT_EVENTS,
  madeOfArguments: ['str', 'bytes'],
};
