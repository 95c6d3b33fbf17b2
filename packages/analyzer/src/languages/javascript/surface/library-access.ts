import { libraryAccessOf } from '../../../surface/access/library-access.js';
import names from '../names.json' with { type: 'json' };

/** What middleware of libraries refuses. */
export const libraryAccess = libraryAccessOf(names.libraryAccess);
