import type { Language } from '../language.js';
import { pythonVariables } from './environment-names.js';
import { PYTHON_FIELDS } from './fields/models.js';
import { PYTHON_MODELS } from './models/table.js';
import { PYTHON_MODULES } from './modules.js';
import { parsePython } from './parser/parse-python.js';
import { middlewareArguments } from './surface/middleware.js';
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
  environmentNames: pythonVariables,
  models: PYTHON_MODELS,
  surface: pythonSurface,
  requestArguments: middlewareArguments,
};
