import type { Language } from '../language.js';
import { javascriptVariables } from './environment-names.js';
import { JAVASCRIPT_MODELS } from './models/table.js';
import { JAVASCRIPT_MODULES } from './modules.js';
import { parseJavaScript } from './parser/parse-javascript.js';
import { requestArguments } from './surface/request-functions.js';
import { javascriptSurface } from './surface/surface.js';
import { NPM } from './packages/packaging.js';
import { JAVASCRIPT_SOURCES } from './sources.js';
import { JAVASCRIPT_TRAITS } from './traits.js';

export const JAVASCRIPT: Language = {
  names: ['javascript', 'typescript'],
  sources: JAVASCRIPT_SOURCES,
  packaging: NPM,
  parse: parseJavaScript,
  traits: JAVASCRIPT_TRAITS,
  modules: JAVASCRIPT_MODULES,
  environmentNames: javascriptVariables,
  models: JAVASCRIPT_MODELS,
  surface: javascriptSurface,
  requestArguments,
};
