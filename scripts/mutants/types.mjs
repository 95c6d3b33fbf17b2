/** Whether a mutation is a type error: such a change cannot be made, because types are checked with every change. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/** @returns {(file: string, source: string) => boolean} whether a source has more type errors than the file has */
export function createTypeCheck() {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['package.json'] },
    ts.sys,
    '.',
  );
  const files = new Set();
  let changed = { file: undefined, source: '', version: 0 };
  const textOf = (file) => (file === changed.file ? changed.source : readFileSync(file, 'utf8'));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files],
    getScriptVersion: (file) => (file === changed.file ? String(changed.version) : '0'),
    getScriptSnapshot: (file) =>
      ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(textOf(file)) : undefined,
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  });
  const errorsOf = (file, source) => {
    changed = { file, source, version: changed.version + 1 };
    files.add(file);
    return service.getSyntacticDiagnostics(file).length + service.getSemanticDiagnostics(file).length;
  };
  const usual = new Map();
  return (path, source) => {
    const file = resolve(path);
    if (!usual.has(file)) usual.set(file, errorsOf(file, readFileSync(file, 'utf8')));
    return errorsOf(file, source) > usual.get(file);
  };
}
