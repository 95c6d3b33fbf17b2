// The use of .env variables in docker-compose.yml and the image, for the file that documents them.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const REFERENCE = /\$\{(\w+):?-((?:[^${}]|\$\{[^{}]*\})*)\}/g;

/** A default value with the defaults of nested variables expanded. */
const plain = (text) => text.replaceAll(REFERENCE, (_whole, _name, fallback) => plain(fallback));

/** The defaults of variables in an installation by docker-compose.yml, and the settings that it fixes. */
export function composeVariables() {
  const text = readFileSync('docker-compose.yml', 'utf8');
  const { environment } = parse(text, { merge: true }).services.hub;
  const [, ofImage = ''] = /^ENV ((?:.*\\\n)*.*)/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const references = [...text.matchAll(REFERENCE)];
  const named = new Set(references.map(([, name]) => name));
  return {
    defaults: new Map(
      [
        ...[...ofImage.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
        ...references.map(([, name, fallback]) => [name, plain(fallback)]),
      ].filter(([, fallback]) => fallback !== ''),
    ),
    fixed: new Set(Object.keys(environment).filter((name) => !named.has(name))),
  };
}
