import type { Language } from '../language.js';
import { goVariables } from './environment-names.js';
import { GO_MODELS } from './models/table.js';
import { GO_MODULES } from './modules.js';
import { parseGo } from './parser/parse-go.js';
import { handlerArguments } from './surface/http-requests.js';
import { goSurface } from './surface/surface.js';
import { GO_PACKAGES } from './packages/packaging.js';
import { GO_SOURCES } from './sources.js';
import { GO_TRAITS } from './traits.js';

export const GO: Language = {
  names: ['go'],
  sources: GO_SOURCES,
  packaging: GO_PACKAGES,
  parse: (path, _name, source) => parseGo(path, source),
  traits: GO_TRAITS,
  modules: GO_MODULES,
  environmentNames: goVariables,
  models: GO_MODELS,
  surface: goSurface,
  requestArguments: handlerArguments,
};
