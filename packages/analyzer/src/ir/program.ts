/**
 * The common intermediate representation: what the front ends (`languages/`) produce from a source file, and all that
 * the engine sees of it. It keeps what matters for data flow (names, calls, texts, branches) in one form and drops the
 * rest. Operators have the names of JavaScript in every language: `&&`, `||`, `!`, `==` (also `===`, `is`), `!=`, `in`,
 * `not in`, `+`, `%`.
 */

import type { LanguageName } from './language-names.js';
import type { Constant, Import, Lines, Name, RegexLiteral } from './source.js';

export type { Constant, Import, LanguageName, Lines, Name, RegexLiteral };

export interface Module {
  /** The path inside the package, with `/`. */
  readonly path: string;
  readonly language: LanguageName;
  readonly body: readonly Statement[];
  /** The name in Go's package clause. */
  readonly packageName?: string;
}

/** `object.property`; `a["b"]` with a constant key too. */
export interface Member extends Lines {
  readonly kind: 'member';
  readonly object: Expression;
  readonly property: string;
}

/** `object[index]` with any other key. */
export interface Index extends Lines {
  readonly kind: 'index';
  readonly object: Expression;
  readonly index: Expression;
}

/** `object[from:to]`. */
export interface Slice extends Lines {
  readonly kind: 'slice';
  readonly object: Expression;
  readonly bounds: readonly Expression[];
}

export interface Argument {
  readonly value: Expression;
  /** The name of a keyword argument. */
  readonly name?: string;
  /** `...x` and `*x` spread a list, `**x` a map. */
  readonly spread?: 'list' | 'map';
}

/** A call; `new X()` too. A tagged template is a call of the tag with the Text as its one argument. */
export interface Call extends Lines {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
  readonly construct?: boolean;
  /** Whether it is a statement of its own, `new Name(…);`: nothing uses the object that it makes. */
  readonly discarded?: boolean;
  /** A tagged template: the tag gets the parts separately, so that it can bind the values. */
  readonly tagged?: boolean;
}

/** A text with inserted values: a template literal, an f-string. */
export interface Text extends Lines {
  readonly kind: 'text';
  readonly parts: readonly Expression[];
}

/** Any other operator. `a if t else b` is a Choice. A chain of comparisons is their conjunction by `&&`. */
export interface Operation extends Lines {
  readonly kind: 'operation';
  readonly operator: string;
  readonly operands: readonly Expression[];
}

/** `test ? then : otherwise`. */
export interface Choice extends Lines {
  readonly kind: 'choice';
  readonly test: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

export type Entry =
  | { readonly key: Expression; readonly value: Expression }
  | { readonly spread: Expression };

/** An object, dict or map literal, or a struct literal of Go (with its type; positional fields have the keys 0, 1, …). */
export interface ObjectLiteral extends Lines {
  readonly kind: 'object';
  readonly entries: readonly Entry[];
  readonly type?: Expression;
}

/** An array, list, tuple, set or slice literal. */
export interface ListLiteral extends Lines {
  readonly kind: 'list';
  readonly items: readonly Argument[];
}

export interface FunctionLiteral extends Lines {
  readonly kind: 'function';
  readonly function: FunctionDefinition;
}

export interface ClassLiteral extends Lines {
  readonly kind: 'class';
  readonly class: ClassDefinition;
}

/** An assignment; its own value is the value assigned. `operator` is that of `+=` and the like, without the `=`. */
export interface Assign extends Lines {
  readonly kind: 'assign';
  readonly target: Pattern;
  readonly value: Expression;
  readonly operator?: string;
}

/** A comprehension or generator expression; its clauses are in source order. */
export interface Comprehension extends Lines {
  readonly kind: 'comprehension';
  readonly clauses: readonly {
    readonly target: Pattern;
    readonly iterable: Expression;
    readonly conditions: readonly Expression[];
  }[];
  /** Only for a dict comprehension. */
  readonly key?: Expression;
  readonly value: Expression;
}

/** `a, b`: all are evaluated, the last one is the value. */
export interface Sequence extends Lines {
  readonly kind: 'sequence';
  readonly expressions: readonly Expression[];
}

/** `x as T`, `<T>x`, `x.(T)`: the same value with a declared type. */
export interface Cast extends Lines {
  readonly kind: 'cast';
  readonly value: Expression;
  readonly type: Expression;
}

/** Any other expression; its parts are evaluated for their effects. */
export interface Unknown extends Lines {
  readonly kind: 'unknown';
  readonly parts: readonly Expression[];
}

export type Expression =
  | Constant
  | Name
  | Member
  | Index
  | Slice
  | Call
  | Text
  | Operation
  | Choice
  | ObjectLiteral
  | ListLiteral
  | FunctionLiteral
  | ClassLiteral
  | Assign
  | Comprehension
  | RegexLiteral
  | Sequence
  /** `await x`, and a receive from a channel. */
  | (Lines & { readonly kind: 'await'; readonly value: Expression })
  /** `yield x`, and a send to a channel. */
  | (Lines & { readonly kind: 'yield'; readonly value?: Expression })
  | Cast
  | Unknown;

/** A name that is bound. */
export interface NamePattern extends Lines {
  readonly kind: 'bind';
  readonly name: string;
}

/** `{a, b: c, ...rest}`. */
export interface ObjectPattern extends Lines {
  readonly kind: 'fields';
  readonly fields: readonly {
    readonly key: Expression;
    readonly value: Pattern;
    readonly default?: Expression;
  }[];
  readonly rest?: Pattern;
}

/** `[a, b, ...rest]`, `a, b = …`; an elision is undefined. */
export interface ListPattern extends Lines {
  readonly kind: 'items';
  readonly items: readonly ({ readonly value: Pattern; readonly default?: Expression } | undefined)[];
  readonly rest?: Pattern;
}

/** A property or element as an assignment target: `a.b = …`, `a[i] = …`. */
export interface TargetPattern extends Lines {
  readonly kind: 'target';
  readonly expression: Expression;
}

export type Pattern = NamePattern | ObjectPattern | ListPattern | TargetPattern;

export interface Parameter {
  readonly pattern: Pattern;
  /** The annotation as an expression: `z.infer<T>` is a call-less Name/Member/Index tree; `Optional[int]` an Index. */
  readonly type?: Expression;
  readonly default?: Expression;
  /** `...xs` and `*args` collect a list, `**kwargs` a map. */
  readonly rest?: 'list' | 'map';
}

export interface FunctionDefinition extends Lines {
  /** Empty for an anonymous function. */
  readonly name: string;
  readonly kind: 'function' | 'method' | 'constructor' | 'getter' | 'setter';
  /** Python's methods have `self` or `cls` as the first parameter, unless they are static. */
  readonly parameters: readonly Parameter[];
  /** A Go method's receiver. */
  readonly receiver?: Parameter;
  /** An arrow function `x => e` has one return statement. */
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
  /** The docstring, JSDoc or comment right before it, without the comment delimiters. */
  readonly documentation?: string;
  /** The lines of a docstring. */
  readonly documentationLines?: Lines;
  readonly result?: Expression;
  readonly static?: boolean;
  /** A method that is left to the classes which extend its own. */
  readonly abstract?: boolean;
  /** An arrow function, which has the `this` of the enclosing function. */
  readonly arrow?: boolean;
  /** The caller continues at once: its facts hold once it is awaited. */
  readonly async?: boolean;
  /** Go's deferred `recover()`: the function also returns after a panic. */
  readonly recovers?: boolean;
}

export interface ClassDefinition extends Lines {
  readonly name: string;
  readonly bases: readonly Expression[];
  /** The interfaces that it says to implement. */
  readonly interfaces?: readonly Expression[];
  readonly methods: readonly FunctionDefinition[];
  /** The names of methods that it leaves to others: those of an interface, or abstract ones. */
  readonly declares?: readonly string[];
  /** An interface of TypeScript: a value of the same name is another thing. */
  readonly virtual?: boolean;
  /** Any class with the methods that it declares implements it: Go's interfaces, Python's protocols. */
  readonly structural?: boolean;
  readonly fields: readonly ClassField[];
  readonly decorators: readonly Expression[];
  readonly documentation?: string;
  /** The lines of a docstring. */
  readonly documentationLines?: Lines;
}

export interface ClassField extends Lines {
  readonly name: string;
  readonly value?: Expression;
  readonly type?: Expression;
  /** In Python, every field of the class body is static. */
  readonly static?: boolean;
}

/** `const x: T = v`, `x := v`, `x: int = v` and, in Python, the plain `x = v` too. */
export interface Declare extends Lines {
  readonly kind: 'declare';
  readonly target: Pattern;
  readonly value?: Expression;
  readonly type?: Expression;
}

export interface If extends Lines {
  readonly kind: 'if';
  readonly test: Expression;
  readonly then: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

/** `while`, `do`, and `for (init; test; update)`, whose init precedes it as a statement. Without a test it is endless. */
export interface Loop extends Lines {
  readonly kind: 'loop';
  readonly label?: string;
  readonly test?: Expression;
  readonly update?: Expression;
  readonly body: readonly Statement[];
  /** Python's else. */
  readonly otherwise?: readonly Statement[];
}

/** `for (const x of xs)`, `for x in xs`, `for k, v := range xs`. */
export interface ForEach extends Lines {
  readonly kind: 'for-each';
  readonly label?: string;
  /** The pattern bound to each value. */
  readonly target?: Pattern;
  /** The pattern bound to each key or index: `for (k in o)`, the first of Go's range. */
  readonly key?: Pattern;
  readonly iterable: Expression;
  readonly body: readonly Statement[];
  readonly otherwise?: readonly Statement[];
}

/** The multiple results of Go are a ListLiteral. */
export interface Return extends Lines {
  readonly kind: 'return';
  readonly value?: Expression;
}

/** `throw`, `raise`, `panic(…)`. */
export interface Throw extends Lines {
  readonly kind: 'throw';
  readonly value?: Expression;
}

export interface Handler extends Lines {
  /** The classes that it catches; empty catches all. */
  readonly types: readonly Expression[];
  readonly binding?: Pattern;
  readonly body: readonly Statement[];
}

export interface Try extends Lines {
  readonly kind: 'try';
  readonly body: readonly Statement[];
  readonly handlers: readonly Handler[];
  readonly otherwise?: readonly Statement[];
  readonly finally?: readonly Statement[];
}

export interface Case extends Lines {
  /** The values compared with the subject, or conditions if there is no subject. Empty for the default case. */
  readonly tests: readonly Expression[];
  readonly body: readonly Statement[];
  /** Falls through to the next case: JavaScript without break, Go's fallthrough. */
  readonly falls?: boolean;
}

/** `switch`, Python's `match` by constants, Go's type switch (its tests are types) and select. */
export interface Switch extends Lines {
  readonly kind: 'switch';
  /** Of a labeled block, which is represented as a switch of one case: `break label` leaves it. */
  readonly label?: string;
  readonly subject?: Expression;
  readonly cases: readonly Case[];
}

/** `with a as b:`, `using`. */
export interface With extends Lines {
  readonly kind: 'with';
  readonly items: readonly { readonly value: Expression; readonly target?: Pattern }[];
  readonly body: readonly Statement[];
}

/** ECMAScript's `export`. An exported declaration precedes it as a separate statement. */
export interface Export extends Lines {
  readonly kind: 'export';
  /** The other module of `export … from`. */
  readonly module?: string;
  /** `local` is a name here (or in `module`), or `*` for all names. */
  readonly names: readonly { readonly local: string; readonly exported: string }[];
  /** `export default <expression>`. */
  readonly value?: Expression;
}

export type Statement =
  /** `later`: Go's `go` and `defer`. */
  | (Lines & { readonly kind: 'expression'; readonly expression: Expression; readonly later?: boolean })
  | Declare
  | If
  | Loop
  | ForEach
  | Return
  | Throw
  | Try
  | Switch
  | With
  | (Lines & { readonly kind: 'block'; readonly body: readonly Statement[] })
  | (Lines & { readonly kind: 'function'; readonly function: FunctionDefinition })
  | (Lines & { readonly kind: 'class'; readonly class: ClassDefinition })
  | Import
  | Export
  | (Lines & { readonly kind: 'break'; readonly label?: string })
  | (Lines & { readonly kind: 'continue'; readonly label?: string });
