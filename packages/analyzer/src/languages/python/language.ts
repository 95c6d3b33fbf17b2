import type { Language } from '../language.js';
import { PYTHON_FIELDS } from './fields/models.js';
import { PYTHON_MODELS } from './models/table.js';
import { PYTHON_MODULES } from './modules.js';
import { parsePython } from './parser/parse-python.js';
import { pythonSurface } from './surface/surface.js';
import { PYPI } from './packages/packaging.js';
import { codeOfPathFile } from './path-files.js';
import { PYTHON_SOURCES } from './sources.js';
import { PYTHON_TRAITS } from './traits.js';

export const PYTHON: Language = {
  names: ['python'],
  sources: PYTHON_SOURCES,
  packaging: PYPI,
  parse: (path, _name, source) => parsePython(path, codeOfPathFile(path, source)),
  traits: PYTHON_TRAITS,
  modules: PYTHON_MODULES,
  fields: PYTHON_FIELDS,
  models: PYTHON_MODELS,
  surface: pythonSurface,
};
