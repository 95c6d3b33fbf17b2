import { ModulesContainer } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { ProcessRole } from '../config/operation.js';
import { backgroundRoleOf, type BackgroundWork } from '../jobs/background.decorator.js';
import { RecurringJobs, type RecurringJob } from '../jobs/recurring-jobs.js';
import type { Running } from './shutdown.js';

const isRecurring = (work: BackgroundWork): work is RecurringJob => work.run !== undefined;

/** The work of the features (`@Background`) for a process of this role, in the order of their modules. */
export function backgroundWorkOf(app: INestApplicationContext, role: ProcessRole): BackgroundWork[] {
  const found = new Map<object, BackgroundWork>();
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype, instance } of module.providers.values()) {
      if (typeof metatype !== 'function') continue;
      const its = backgroundRoleOf(metatype);
      if (its === undefined || (role !== 'all' && role !== its)) continue;
      if (found.has(metatype)) throw new Error(`${metatype.name} is provided by two modules`);
      found.set(metatype, instance as BackgroundWork);
    }
  }
  return [...found.values()];
}

/** Starts what a process does besides answering requests, according to its role. */
export async function startBackgroundWork({ app, config, logger }: Running): Promise<void> {
  const all = backgroundWorkOf(app, config.processRole);
  const jobs = app.get(RecurringJobs);
  for (const work of all) if (isRecurring(work)) jobs.schedule(work);
  for (const work of all) work.listen?.();
  for (const work of all) await work.start?.();
  for (const work of all) {
    await work
      .atStart?.(new AbortController().signal)
      .catch((error: unknown) => logger.warn({ err: error, job: work.name }, 'what was left is found later'));
  }
}
