import { InputError } from "./errors.js";

const REVISION = /^[A-Za-z0-9_][A-Za-z0-9_./@~^-]{0,120}$/;

/** A revision that git cannot take for an option or a range. */
export function revision(value: string): string {
  if (!REVISION.test(value) || value.includes("..") || value.includes("@{")) {
    throw new InputError("That is not a revision.");
  }
  return value;
}

/** A path inside the repository, to be used behind `--`. */
export function repoPath(value: string): string {
  const parts = value.split("/");
  if (value.length > 400 || /[\0\\]/.test(value) || parts.some((part) => part === "" || part === "." || part === "..")) {
    throw new InputError("Paths are relative to the repository.");
  }
  return value;
}
