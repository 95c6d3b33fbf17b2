import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const folder = join(homedir(), '.paperlane');

export async function saveProfile(profile) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'profile.json'), JSON.stringify(profile, null, 2), { mode: 0o644 });
}
