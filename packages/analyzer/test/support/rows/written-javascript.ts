import { each, type ByRow, type Written } from './written-rows.js';

const LOOKUP =
  'const lookup = (hostname, options, callback) => { dns.lookup(hostname, { ...options, all: true }, (err, found) => { if (err) return callback(err, []); if (!found.every((each) => isPublic(each.address))) return callback(new Error("inner"), []); return callback(null, found); }); };';
/** A request through an agent that refuses inner addresses. */
const throughAgent = (path: string): Written => {
  const [client = '', method] = path.split('.');
  const name = `m_${client.replaceAll(/\W/gu, '_')}`;
  return {
    imports: [
      "import dns from 'node:dns';",
      "import { Agent } from 'undici';",
      "import { isPublic } from 'addresses';",
      ...(client === 'fetch'
        ? []
        : [
            method === undefined
              ? `import ${name}_d from '${client}';`
              : `import * as ${name} from '${client}';`,
          ]),
    ],
    body: [
      LOOKUP,
      'const agent = new Agent({ connect: { lookup } });',
      `await ${client === 'fetch' ? 'fetch' : method === undefined ? `${name}_d` : `${name}.${method}`}(${path.startsWith('needle') && (method === undefined || method === 'request') ? `'get', a` : 'a'}, { dispatcher: agent });`,
    ],
  };
};
const CLIENTS_OF_SCRIPTS = ['axios', 'got', 'needle', 'superagent', 'request', 'undici'];
const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head'];
const REQUESTS_OF_SCRIPTS = [
  ...['fetch', 'axios', 'got', 'needle', 'request', 'make-fetch-happen'],
  ...CLIENTS_OF_SCRIPTS.flatMap((client) => VERBS.map((verb) => `${client}.${verb}`)),
  ...['axios.request', 'got.stream', 'needle.request', 'undici.request', 'undici.stream'],
  ...['http', 'https'].flatMap((module) => [`${module}.get`, `${module}.request`]),
];

const SINKS_OF_CHUNK = 'exec(v); readFileSync(v); fetch(v); eval(v);';
const CLASS_BODY = `{ _write(v) { ${SINKS_OF_CHUNK} } _transform(v) { ${SINKS_OF_CHUNK} } }`;
const LISTENER = `(v) => { ${SINKS_OF_CHUNK} }`;
const SINK_STREAM = `new m_sink.Writable({ write(v) { ${SINKS_OF_CHUNK} } })`;

/** What a method of a stream `s` does, in statements; the first line is the class of the stream. */
const STREAM_USES: Readonly<Record<string, readonly string[]>> = {
  write: [CLASS_BODY, 's.write(a);'],
  end: [CLASS_BODY, 's.end(a);'],
  push: ['{}', `s.on('data', ${LISTENER});`, 's.push(a);'],
  enqueue: ['{}', `s.on('data', ${LISTENER});`, 's.enqueue(a);'],
  on: ['{}', `s.on('data', ${LISTENER});`, 's.push(a);'],
  once: ['{}', `s.once('data', ${LISTENER});`, 's.push(a);'],
  addListener: ['{}', `s.addListener('data', ${LISTENER});`, 's.push(a);'],
  pipeTo: ['{}', `s.pipeTo(${SINK_STREAM});`, 's.push(a);'],
  getWriter: [CLASS_BODY, 's.getWriter().write(a);'],
  getReader: ['{}', 's.push(a);', 'const { value } = await s.getReader().read();'],
  setEncoding: ['{}', `s.setEncoding('utf8').on('data', ${LISTENER});`, 's.push(a);'],
  read: ['{}', 's.push(a);', 'const { value } = await s.read();'],
};

function streamUse(base: string, method: string): Written {
  const [, module, name = base] = /^(.*)\.(\w+)$/u.exec(base) ?? [];
  const [body = '', ...uses] = STREAM_USES[method] ?? [];
  const parent = module === undefined ? name : `m_stream.${name}`;
  const isPlain = base === 'stream.Stream';
  return {
    imports: [
      "import * as m_sink from 'stream';",
      ...(module === undefined ? [] : [`import * as m_${module.replaceAll(/\W/gu, '_')} from '${module}';`]),
    ],
    body: [
      ...(isPlain
        ? [`const s = new m_sink.Transform(${body === '{}' ? '' : `{ write(v) { ${SINKS_OF_CHUNK} } }`});`]
        : [
            `class Own extends ${parent.replace('m_stream', `m_${module?.replaceAll(/\W/gu, '_')}`)} ${body}`,
            'const s = new Own();',
          ]),
      ...uses,
    ],
    ...(uses.some((line) => line.includes('{ value }')) && { used: 'value' }),
  };
}

const STREAM_CLASSES = ['Writable', 'Readable', 'Duplex', 'Transform', 'PassThrough'];
const WEB_STREAMS = ['WritableStream', 'ReadableStream', 'TransformStream'];
const STREAM_BASES = [
  'stream.Stream',
  ...['stream', 'readable-stream'].flatMap((module) => STREAM_CLASSES.map((name) => `${module}.${name}`)),
  ...WEB_STREAMS.flatMap((name) => [name, `stream/web.${name}`]),
];

const throughStream = (callee: string): Written => ({
  imports: ["import m_through from 'through2';", "import * as m_sink from 'stream';"],
  body: [
    `const s = ${callee}(function (v, encoding, done) {`,
    `  ${SINKS_OF_CHUNK}`,
    '  done();',
    '});',
    'm_sink.Readable.from([a]).pipe(s);',
  ],
});

const LISTENS = ['on', 'once', 'addListener', 'prependListener'];
const emitter = (method: string): Written => ({
  imports: ["import m_mitt from 'mitt';"],
  body: [
    'class Own extends m_mitt {}',
    'const s = new Own();',
    `s.${method}('k', ${LISTENER});`,
    "s.emit('k', a);",
  ],
});

const tag = (path: string): Written => {
  const [module = '', name] = path.split('.');
  const local = `m_${module.replaceAll(/\W/gu, '_')}`;
  const isGlobal = module === 'String';
  const callee = isGlobal ? path : name === undefined ? `${local}_d` : `${local}.${name}`;
  return {
    imports: isGlobal
      ? []
      : [
          name === undefined
            ? `import ${local}_d from '${module}';`
            : `import * as ${local} from '${module}';`,
        ],
    body: [`const x = ${callee}\`rm \${a}\`;`],
    used: 'x',
  };
};
const TAGS = [
  ...['String.raw', 'dedent', 'ts-dedent.dedent', 'outdent', 'outdent.outdent', 'endent'],
  ...['html', 'oneLine', 'oneLineTrim', 'stripIndent', 'stripIndents', 'source'].map(
    (name) => `common-tags.${name}`,
  ),
];

export const JAVASCRIPT: ByRow = {
  ...Object.fromEntries(REQUESTS_OF_SCRIPTS.map((path) => [`emitted ${path}`, throughAgent(path)])),
  ...Object.fromEntries(
    STREAM_BASES.flatMap((base) =>
      Object.keys(STREAM_USES).map(
        (method) => [`paths ${base}().${method}`, streamUse(base, method)] as const,
      ),
    ),
  ),
  'paths through2': throughStream('m_through'),
  'paths through2.obj': throughStream('m_through.obj'),
  ...each(
    LISTENS.map((name) => `paths mitt().${name}`),
    emitter,
  ),
  ...Object.fromEntries(TAGS.map((path) => [`paths ${path}`, tag(path)])),
  'methods exec': {
    imports: [],
    body: ['const found = /^[a-z]+$/u.exec(a);', 'if (!found) return { content: [] };'],
    used: 'a',
  },
  'methods call': {
    imports: [],
    body: [`const f = ${LISTENER};`, 'f.call(null, a);'],
  },
  'methods apply': {
    imports: [],
    body: [`const f = ${LISTENER};`, 'f.apply(null, [a]);'],
  },
  'methods bind': {
    imports: [],
    body: [`const f = ${LISTENER};`, 'f.bind(null, a)();'],
  },
  'paths Function.prototype.bind()': {
    imports: [],
    body: [`const f = ${LISTENER};`, 'f.bind(null, a)();'],
  },
  'methods pipe': {
    imports: ["import * as m_sink from 'stream';"],
    body: [`createReadStream(a).pipe(${SINK_STREAM});`],
  },
  'paths Proxy()': {
    imports: [],
    body: [`const f = new Proxy(${LISTENER}, {});`, 'f(a);'],
  },
  'paths Reflect.apply': {
    imports: [],
    body: [`Reflect.apply(${LISTENER}, null, [a]);`],
  },
  'emitted execa': { imports: ["import { execa } from 'execa';"], body: ['await execa`git log ${a}`;'] },
};
