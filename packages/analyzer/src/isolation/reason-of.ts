/** What the system's errors mean. The paths are left to whoever tells it, so that each is told once. */
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
  EPIPE: 'nobody reads it any more',
  EROFS: 'the file system cannot be written to',
};

/** Errors of other realms are errors too. */
const isError = (value: unknown): value is NodeJS.ErrnoException =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** Why something failed, in words and without the path: `there is no such file or folder`. */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const { code, syscall } = error;
  if (code === undefined || syscall === undefined) return error.message;
  // `EIO: i/o error, read '/a/path'`
  return WORDS[code] ?? error.message.replace(/^[A-Z0-9]+: /u, '').replace(/, \w+(?: '.*)?$/su, '');
}
