import type { CallCheck } from '../rule.js';
import { under } from '../support/places.js';

/** Calls that run a text as code, or a list of bytes as a program. */
const NAMES = [
  'eval', 'exec', 'execfile', 'Function', 'AsyncFunction', 'GeneratorFunction', 'vm.runInThisContext', 'vm.runInNewContext',
  'vm.runInContext', 'vm.Script', 'vm.compileFunction', 'vm.SourceTextModule', 'module._compile', 'Module()._compile',
  'require-from-string', 'marshal.loads', 'builtins.exec', 'builtins.eval', '__builtins__.exec', '__builtins__.eval', 'globalThis.eval',
  'window.eval', 'global.eval', 'importlib.util.exec_module', 'types.FunctionType', 'runpy.run_path', 'import',
  'WebAssembly.instantiate', 'plugin.Open', 'github.com/traefik/yaegi/interp.New().Eval', '.constructor', '._compile', 'setTimeout',
]; // prettier-ignore

/** Checks under the names of all calls that run code. */
export const codeCalls = (check: CallCheck): Record<string, CallCheck> => under(NAMES, check);
