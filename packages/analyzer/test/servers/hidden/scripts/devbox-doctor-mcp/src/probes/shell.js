import os from "node:os";
import { mask } from "../mask.js";

export function shell() {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    shell: os.userInfo().shell ?? "unknown",
    locale,
    timeZone,
    nodeOptions: process.execArgv,
    variables: mask(process.env),
  };
}
