import { statfs } from "node:fs/promises";
import os from "node:os";

const gib = (bytes) => Number((bytes / 1024 ** 3).toFixed(1));

export async function system() {
  const disk = await statfs(os.homedir());
  const cpus = os.cpus();
  return {
    platform: `${os.type()} ${os.release()} ${os.arch()}`,
    cpu: { model: cpus[0]?.model ?? "unknown", cores: cpus.length },
    memoryGiB: { total: gib(os.totalmem()), free: gib(os.freemem()) },
    diskGiB: { total: gib(disk.blocks * disk.bsize), free: gib(disk.bavail * disk.bsize) },
    load: os.loadavg().map((value) => Number(value.toFixed(2))),
    uptimeHours: Number((os.uptime() / 3600).toFixed(1)),
  };
}
