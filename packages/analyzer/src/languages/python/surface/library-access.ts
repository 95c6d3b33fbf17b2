import { memoByName } from '../../../common/memo.js';
import { libraryAccessOf } from '../../../surface/access/library-access.js';
import names from './names.json' with { type: 'json' };

/** What middleware and dependencies of libraries refuses. */
export const libraryAccess = libraryAccessOf(names.libraryAccess);

const DECORATES = new RegExp(`^(?:${names.libraryAccess.decorators.join('|')})$`, 'iu');

/** Whether a decorator refuses requests without a credential, by its name: `@login_required`. */
export const decoratorRefuses = memoByName((name) => DECORATES.test(name));
