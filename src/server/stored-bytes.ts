import type { INestApplicationContext } from '@nestjs/common';
import type { AppConfig } from '../config/app-config.js';
import { ReferencedObjects } from '../hub/platform/objects/referenced-objects.js';
import { RecordedArtifacts } from '../registry/artifacts/recorded-artifacts.js';
import type { Running } from './shutdown.js';
import { ARTIFACT_STORE, HUB_OBJECTS, type ArtifactStore } from '../storage/artifacts/artifact-store.js';
import {
  damageOf,
  type RecordedObject,
  type RecordedObjects,
  type VerificationOptions,
} from '../storage/artifacts/object-verification.js';
import type { DamagedObjectError } from '../storage/artifacts/damaged-object.js';
import { openArtifactStore, openHubObjects } from '../storage/artifacts/open-artifact-store.js';

/** The APIs, each of which has a store, and rows that say what is in it. */
export type Api = 'registry' | 'hub';

/** An object whose bytes are missing or differ. */
export interface DamagedBytes {
  readonly api: Api;
  readonly damage: DamagedObjectError;
}

/** Runs a step with services. */
type Step = <T>(work: (services: INestApplicationContext) => Promise<T>) => Promise<T>;

const RECORDS = { registry: RecordedArtifacts, hub: ReferencedObjects } as const;

const recordsOf = (services: INestApplicationContext, api: Api): RecordedObjects =>
  services.get<RecordedObjects>(RECORDS[api], { strict: false });

/** What is wrong with objects that rows still name: those that were removed meanwhile are not. */
async function damaged(
  store: ArtifactStore<string>,
  objects: readonly RecordedObject[],
  options: VerificationOptions,
  step: Step,
  api: Api,
): Promise<DamagedBytes[]> {
  const found: DamagedBytes[] = [];
  for (const { object, damage } of await damageOf(store, objects, options)) {
    const isRecorded = await step((services) => recordsOf(services, api).isRecorded(object));
    if (isRecorded) found.push({ api, damage });
  }
  return found;
}

/** What a verification reports on its way. */
export interface VerificationWatch {
  readonly damaged: (found: DamagedBytes) => void;
  readonly checked: (count: number) => void;
}

/**
 * Compares all rows of both APIs with their stores, in batches; returns how many objects there are. Between two batches, it
 * needs no database.
 */
export async function verifyStoredBytes(
  config: AppConfig,
  step: Step,
  options: VerificationOptions,
  watch: VerificationWatch,
): Promise<number> {
  const stores = {
    registry: (await openArtifactStore(config)) as ArtifactStore<string>,
    hub: (await openHubObjects(config)) as ArtifactStore<string>,
  };
  let count = 0;
  try {
    for (const api of ['registry', 'hub'] as const) {
      const after = (position: string) => step((services) => recordsOf(services, api).after(position));
      let objects = await after('');
      for (let last = objects.at(-1); last !== undefined; last = objects.at(-1)) {
        for (const found of await damaged(stores[api], objects, options, step, api)) watch.damaged(found);
        count += objects.length;
        watch.checked(count);
        objects = await after(last.position);
      }
    }
  } finally {
    for (const store of Object.values(stores)) store.close();
  }
  return count;
}

const SHOWN = 3;
const NEVER = new AbortController().signal;

/**
 * Compares a sample of the rows with the stores, and says whether a database was restored beside a bucket that is older
 * (ADR 107). Never rejects.
 */
export async function sampleStoredBytes({ app, logger }: Running): Promise<void> {
  const step: Step = (work) => work(app);
  const found: DamagedBytes[] = [];
  let sampled = 0;
  try {
    for (const [api, token] of [
      ['registry', ARTIFACT_STORE],
      ['hub', HUB_OBJECTS],
    ] as const) {
      const objects = await recordsOf(app, api).sample();
      const store = app.get<ArtifactStore<string>>(token, { strict: false });
      found.push(...(await damaged(store, objects, { deep: false, signal: NEVER }, step, api)));
      sampled += objects.length;
    }
  } catch (error) {
    logger.warn({ err: error }, 'the stored bytes were not compared with the database at this start');
    return;
  }
  if (found.length === 0) return;
  const examples = found.slice(0, SHOWN).map(({ damage }) => damage.message);
  logger.error(
    { sampled, damaged: found.length, examples },
    'the database names bytes that its store does not have: restore the bucket or the folders that belong to it. `mcp-hub artifacts verify` lists them all',
  );
}
