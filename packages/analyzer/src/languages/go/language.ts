import type { Language } from '../language.js';
import { GO_MODELS } from './models/table.js';
import { GO_MODULES } from './modules.js';
import { parseGo } from './parser/parse-go.js';
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
  models: GO_MODELS,
  surface: goSurface,
};
