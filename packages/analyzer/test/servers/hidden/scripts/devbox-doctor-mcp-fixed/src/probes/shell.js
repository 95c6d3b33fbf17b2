import os from "node:os";
import { reportedSettings } from "../settings.js";

export function shell() {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    shell: os.userInfo().shell ?? "unknown",
    locale,
    timeZone,
    settings: reportedSettings(process.env),
  };
}
