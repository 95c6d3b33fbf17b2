/** Rules of lint that no plugin has (`.oxlintrc.json`). */

const MODULE_STATE = 'State of a module outlives the analysis: keep it in the run.';

/** The constructor of a `new` expression, if it is a name. */
const constructorOf = (value) =>
  value?.type === 'NewExpression' && value.callee.type === 'Identifier' ? value.callee.name : '';

/** Refuses variables of a module that an analysis could change: `let`, and weak collections. */
const noModuleState = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program({ body }) {
      for (const statement of body) {
        const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (node?.type !== 'VariableDeclaration') continue;
        const isState =
          node.kind === 'let' || node.declarations.some(({ init }) => /^Weak/u.test(constructorOf(init)));
        if (isState) context.report({ node, message: MODULE_STATE });
      }
    },
  }),
};

const LANGUAGE_NAMES = new Set(['javascript', 'typescript', 'python', 'go', 'PyPI', 'Go']);

/** Refuses comparisons with the name of a language or its ecosystem, which belong in a folder of `languages/`. */
const noLanguageChecks = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    BinaryExpression({ left, operator, right }) {
      if (operator !== '===' && operator !== '!==') return;
      const names = [left, right].filter(
        ({ type, value }) => type === 'Literal' && LANGUAGE_NAMES.has(value),
      );
      const [node] = names;
      if (node)
        context.report({ node, message: 'Ask the language (`languageNamed`), which knows how it differs.' });
    },
  }),
};

export default {
  meta: { name: 'mcp-hub' },
  rules: { 'no-module-state': noModuleState, 'no-language-checks': noLanguageChecks },
};
