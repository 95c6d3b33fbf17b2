import { Glob } from '../../../../common/values/glob.js';
import { certainly, targetType } from './policy-target.js';

// A pattern that no name (`owner/slug`) can match is rejected: such a policy would never apply.
const NAME_GLOB = /^(?=.*[*/])[A-Za-z0-9_*-]{1,100}(?:\/[A-Za-z0-9_*-]{1,100})?$/;

/** The name of a server, or a pattern of names. */
export const mcpName = targetType<Glob>({
  matches: 'listed',
  format: 'a name with `*` for any characters',
  rule: 'must be the name of a server, such as acme/files, in which * stands for any characters',
  parse: (text) => (NAME_GLOB.test(text) ? new Glob(text.toLowerCase()) : undefined),
  match: (glob, { nameKey }) => (glob.fits(nameKey) ? certainly(`the name matches ${glob.text}`) : undefined),
});
