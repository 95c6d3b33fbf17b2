import { describe, expect, it } from '@jest/globals';
import { runSource } from '../../../../test/support/run-source.js';

const HELPERS = [
  [
    'esbuild',
    'var __commonJS = (cb, mod) => function __require() { return mod || (0, cb[names(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports; };',
  ],
  [
    'Bun',
    'var __commonJS = (cb, mod) => () => (mod || cb((mod = { exports: {} }).exports, mod), mod.exports);',
  ],
  ['a minifier', 'var g=(t,e)=>()=>(e||t((e={exports:{}}).exports,e),e.exports);'],
] as const;

describe('CommonJS modules in a bundle', () => {
  it.each(HELPERS)('have exports of their own, as %s writes them', async (bundler, helper) => {
    const name = helper.startsWith('var g') ? 'g' : '__commonJS';
    const wrapped = (body: string): string =>
      bundler === 'esbuild'
        ? `${name}({ "a.js"(exports, module) {${body}} })`
        : `${name}((exports, module) => {${body}})`;
    const { called } = await runSource(
      'javascript',
      `${helper}
       var require_a = ${wrapped('module.exports.run = require("child_process").exec;')};
       var require_b = ${wrapped('exports.run = require("fs").readFile;')};
       function handler() { require_a().run(); }`,
    );
    expect([...called]).toContain('child_process.exec');
    expect([...called]).not.toContain('fs.readFile');
  });

  it('are their own default export', async () => {
    const { called } = await runSource(
      'javascript',
      `var c=(t,e)=>()=>(e||t((e={exports:{}}).exports,e),e.exports);
       var m=(t,e,r)=>(r=t!=null?Object.create(Object.getPrototypeOf(t)):{},copy(e||!t||!t.__esModule?define(r,"default",{value:t,enumerable:!0}):r,t));
       var a=c((x,y)=>{y.exports={run:require("child_process").exec}});
       var b=m(a());
       function handler() { b.default.run(); b.run(); }`,
    );
    expect([...called]).toContain('child_process.exec');
  });
});
