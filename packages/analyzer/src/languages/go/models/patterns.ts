import { derive } from '../../../engine/values/derive.js';
import { objectValue, targetValue, textOf, UNKNOWN } from '../../../engine/values/value.js';
import { sanitizedWhenFound, sanitizedWhenRemoved } from '../../../models/allowed-characters.js';
import { byName, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { matches, patternOf } from '../../../models/texts.js';

const REGEXP = 'regexp.Regexp()';

/** `regexp.MustCompile(pattern)`. */
const compiled: Model = (event) => {
  const pattern = textOf(argument(event, 0));
  const value = targetValue({ kind: 'external', path: REGEXP });
  return pattern === undefined ? value : { ...value, regex: { pattern, flags: '' } };
};

/** `re.FindString(text)`: only characters that the pattern allows. */
const found =
  (several: boolean): Model =>
  (event, machine) => {
    const known = patternOf(argument(event, 'receiver'));
    const sanitizedFor = known ? sanitizedWhenFound(known.pattern, known.flags) : 0;
    const value = derive(argument(event, 0), event.frame, machine, { sanitizedFor });
    if (!several || value.taints.length === 0) return value;
    return objectValue({ id: machine.newId(), fields: new Map(), rest: value });
  };

/** `re.ReplaceAllString(text, filling)`. */
const replaced: Model = (event, machine) => {
  const known = patternOf(argument(event, 'receiver'));
  const filling = textOf(argument(event, 1));
  const sanitizedFor = known && filling !== undefined ? sanitizedWhenRemoved(known.pattern, 'g', filling) : 0;
  return derive(argument(event, 0), event.frame, machine, { sanitizedFor }, event.node);
};

const of = (names: readonly string[], model: Model): Record<string, Model> =>
  byName(
    names.map((name) => `${REGEXP}.${name}`),
    model,
  );

/** Regular expressions. */
export const PATTERNS: Readonly<Record<string, Model>> = {
  ...byName(
    ['regexp.MustCompile', 'regexp.Compile', 'regexp.MustCompilePOSIX', 'regexp.CompilePOSIX'],
    compiled,
  ),
  ...byName(['regexp.MatchString', 'regexp.Match'], matches(0, 1)),
  ...of(['MatchString', 'Match'], matches('receiver', 0)),
  ...of(['FindString', 'Find'], found(false)),
  ...of(
    ['FindStringSubmatch', 'FindSubmatch', 'FindAllString', 'FindAllStringSubmatch', 'FindAll'],
    found(true),
  ),
  ...of(['ReplaceAllString', 'ReplaceAll', 'ReplaceAllLiteralString'], replaced),
  ...of(['String'], () => UNKNOWN),
};
