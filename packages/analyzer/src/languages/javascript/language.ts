import type { Language } from '../language.js';
import { JAVASCRIPT_MODELS } from './models/table.js';
import { JAVASCRIPT_MODULES } from './modules.js';
import { parseJavaScript } from './parser/parse-javascript.js';
import { javascriptSurface } from './surface/surface.js';
import { JAVASCRIPT_TRAITS } from './traits.js';

export const JAVASCRIPT: Language = {
  names: ['javascript', 'typescript'],
  parse: parseJavaScript,
  traits: JAVASCRIPT_TRAITS,
  modules: JAVASCRIPT_MODULES,
  models: JAVASCRIPT_MODELS,
  surface: javascriptSurface,
};
