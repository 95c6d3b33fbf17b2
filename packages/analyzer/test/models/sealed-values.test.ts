import { describe } from '@jest/globals';
import { flows, goHandler, pythonHandler } from '../support/flow-rows.js';

const H = 'import { createDecipheriv } from "node:crypto"; const KEY = Buffer.from(process.env.KEY, "hex");';
const opens = (key: string): string =>
  `${H} function handler(x, k, iv) { const d = createDecipheriv("aes-256-gcm", ${key}, iv); d.setAuthTag(x.slice(0, 16)); const text = Buffer.concat([d.update(x.slice(16)), d.final()]).toString("utf8"); sink(JSON.parse(text).url); }`;

const PY =
  'import os\nfrom cryptography.fernet import Fernet\nfrom cryptography.hazmat.primitives.ciphers.aead import AESGCM\nKEY = os.environ["KEY"]';
const GO = 'var key = []byte(os.Getenv("KEY"))';
const goOpens = (key: string): string =>
  goHandler(
    'crypto/aes crypto/cipher os',
    GO,
    `block, _ := aes.NewCipher(${key})`,
    'aead, _ := cipher.NewGCM(block)',
    'plain, err := aead.Open(nil, []byte(x)[:12], []byte(x)[12:], nil)',
    'if err != nil {',
    '\treturn err',
    '}',
    'sink(string(plain))',
  );

describe('what the server has sealed', () => {
  flows('javascript', [
    ['opened with its key', 'harmless', 'URL', opens('KEY')],
    ['opened with a key of the client', 'harmful', 'URL', opens('k')],
    [
      'not opened',
      'harmful',
      'URL',
      `${H} function handler(x) { sink(JSON.parse(Buffer.from(x, "base64").toString("utf8")).url); }`,
    ],
  ]);
  flows('python', [
    ['opened with its key', 'harmless', 'URL', pythonHandler(PY, 'sink(Fernet(KEY).decrypt(x).decode())')],
    [
      'opened with a nonce',
      'harmless',
      'URL',
      pythonHandler(PY, 'sink(AESGCM(KEY).decrypt(x[:12], x[12:], None).decode())'),
    ],
    [
      'opened with a key of the client',
      'harmful',
      'URL',
      pythonHandler(PY, 'sink(Fernet(x["key"]).decrypt(x["text"]).decode())'),
    ],
  ]);
  flows('go', [
    ['opened with its key', 'harmless', 'URL', goOpens('key')],
    ['opened with a key of the client', 'harmful', 'URL', goOpens('[]byte(x)')],
  ]);
});
