/** Descriptions of system errors without paths; the caller adds the path once. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission to do that',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space is left',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'there is no permission to do that',
  EPIPE: 'the reader has closed it',
  EROFS: 'the file system cannot be written to',
};

/** Errors from other realms fail `instanceof Error`. */
const isError = (value: unknown): value is NodeJS.ErrnoException =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** The reason of an error in words, without the path: `there is no such file or folder`. */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const { code, syscall } = error;
  if (code === undefined || syscall === undefined) return error.message;
  // `EIO: i/o error, read '/a/path'`
  return WORDS[code] ?? error.message.replace(/^[A-Z0-9]+: /u, '').replace(/, \w+(?: '.*)?$/su, '');
}
