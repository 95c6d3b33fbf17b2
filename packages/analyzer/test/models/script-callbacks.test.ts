import { describe } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { runTwins } from '../support/twins.js';

describe('callbacks of JavaScript libraries and constructors', () => {
  runTwins([
    [
      'Writable',
      lines(
        'HEAD',
        'import { Writable } from "stream";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const w = new Writable({ write(chunk, enc, cb) { RUN(chunk.toString()); cb(); } }); w.write(x);',
        '});',
      ),
    ],
    [
      'Writable end',
      lines(
        'HEAD',
        'import { Writable } from "stream";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const w = new Writable({ write: (chunk, enc, cb) => { RUN(chunk); cb(); } }); w.end(x);',
        '});',
      ),
    ],
    [
      'Writable closure',
      lines(
        'HEAD',
        'import { Writable } from "stream";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const w = new Writable({ write(chunk, enc, cb) { RUN(x); cb(); } }); w.write("a");',
        '});',
      ),
    ],
    [
      'Transform',
      lines(
        'HEAD',
        'import { Transform } from "node:stream";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const t = new Transform({ transform(chunk, enc, cb) { cb(null, chunk.toString().trim()); } }); t.on("data", (d) => { RUN(d); }); t.write(x);',
        '});',
      ),
    ],
    [
      'Transform pipe',
      lines(
        'HEAD',
        'import { Transform, Readable } from "node:stream";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const t = new Transform({ transform(chunk, enc, cb) { RUN(chunk); cb(); } }); Readable.from([x]).pipe(t);',
        '});',
      ),
    ],
    [
      'Transform push',
      lines(
        'HEAD',
        'import { Transform } from "node:stream";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const t = new Transform({ transform(chunk, enc, cb) { this.push(chunk); cb(); } }); t.on("data", (d) => { RUN(d); }); t.end(x);',
        '});',
      ),
    ],
    [
      'pipeline',
      lines(
        'HEAD',
        'import { Writable, Readable } from "node:stream"; import { pipeline } from "node:stream/promises";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'await pipeline(Readable.from([x]), new Writable({ write(chunk, enc, cb) { RUN(chunk); cb(); } }));',
        '});',
      ),
    ],
    [
      'class Writable',
      lines(
        'HEAD',
        'import { Writable } from "node:stream"; class W extends Writable { _write(chunk: Buffer, enc: string, cb: () => void) { RUN(chunk); cb(); } }',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const w = new W(); w.write(x);',
        '});',
      ),
    ],
    [
      'Proxy get method',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const p: any = new Proxy({}, { get(target, name) { return (arg: string) => { RUN(arg); }; } }); p.list(x);',
        '});',
      ),
    ],
    [
      'Proxy apply',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const p: any = new Proxy(function () {}, { apply(target, self, args) { RUN(args[0]); } }); p(x);',
        '});',
      ),
    ],
    [
      'Proxy target',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const api = { list(a: string) { RUN(a); } }; const p: any = new Proxy(api, { get(target, name, r) { return Reflect.get(target, name, r); } }); p.list(x);',
        '});',
      ),
    ],
    [
      'Proxy target only',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const api = { list(a: string) { RUN(a); } }; const p: any = new Proxy(api, {}); p.list(x);',
        '});',
      ),
    ],
    [
      'Promise resolve',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const y = await new Promise<string>((resolve) => { resolve(x); }); RUN(y);',
        '});',
      ),
    ],
    [
      'Promise resolve later',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const y = await new Promise<string>((resolve, reject) => { setTimeout(() => resolve(x + "a"), 10); }); RUN(y);',
        '});',
      ),
    ],
    [
      'Promise then',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'await new Promise<string>((resolve) => resolve(x)).then((v) => { RUN(v); });',
        '});',
      ),
    ],
    [
      'Promise body',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'await new Promise<void>((resolve, reject) => { RUN(x); resolve(); });',
        '});',
      ),
    ],
    [
      'Promise resolve passed',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const later = (a: string, cb: (v: string) => void) => { setImmediate(() => cb(a)); }; const y = await new Promise<string>((resolve) => later(x, resolve)); RUN(y);',
        '});',
      ),
    ],
    [
      'emitter',
      lines(
        'HEAD',
        'import { EventEmitter } from "events"; const bus = new EventEmitter();',
        'bus.on("go", (v) => { RUN(v); });',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'bus.emit("go", x);',
        '});',
      ),
    ],
    [
      'emitter class',
      lines(
        'HEAD',
        'import { EventEmitter } from "events"; class Bus extends EventEmitter { go(v: string) { this.emit("go", v); } } const bus = new Bus();',
        'bus.on("go", (v) => { RUN(v); });',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'bus.go(x);',
        '});',
      ),
    ],
    [
      'emitter class ctor',
      lines(
        'HEAD',
        'import EventEmitter from "events"; class Bus extends EventEmitter { constructor() { super(); this.on("go", this.run.bind(this)); } run(v: string) { RUN(v); } } const bus = new Bus();',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'bus.emit("go", x);',
        '});',
      ),
    ],
    [
      'emitter in handler',
      lines(
        'HEAD',
        'import { once, EventEmitter } from "events";',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const bus = new EventEmitter(); bus.once("go", (v) => { RUN(v); }); bus.emit("go", x);',
        '});',
      ),
    ],
    [
      'AsyncResource',
      lines(
        'HEAD',
        'import { AsyncLocalStorage } from "async_hooks"; const als = new AsyncLocalStorage();',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'await als.run({ v: x }, async () => { const st: any = als.getStore(); RUN(st.v); });',
        '});',
      ),
    ],
    [
      'WritableStream',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
        'const w = new WritableStream({ write(chunk) { RUN(chunk); } }); const wr = w.getWriter(); await wr.write(x);',
        '});',
      ),
    ],
    [
      'worker',
      {
        'index.ts': lines(
          'HEAD',
          'import { Worker } from "node:worker_threads";',
          'HIGH',
          'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
          'const w = new Worker(new URL("./worker.js", import.meta.url)); w.postMessage({ path: x });',
          '});',
        ),
        'worker.ts': lines(
          'HEAD',
          'import { parentPort } from "node:worker_threads";',
          'parentPort?.on("message", (m) => { RUN(m.path); });',
        ),
      },
    ],
  ]);
});
