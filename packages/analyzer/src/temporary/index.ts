/** Temporary folders that the next process removes if theirs was killed (ADR 117). */
export { FileLock } from './file-lock.js';
export { removeLeftFolders, removeOwnFolders, temporaryFolder } from './temporary-folders.js';
