import type { INestApplication } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { GuardedSurface } from './auth/rules/guarded-surface.js';
import { RegistryAccess, whereToSignIn } from './auth/registry/registry-access.js';
import { Surfaces } from './common/http/api-surface.js';
import type { AppConfig } from './config/app-config.js';
import { PROVIDER_PATH } from './config/idp.js';
import { HubAccess } from './hub/accounts/authentication/hub-access.js';
import { HubEntry } from './hub/accounts/authentication/hub-entry.js';
import { grcSurface } from './grc/http/grc.surface.js';
import { detailSurfaces, hubSurface } from './hub/platform/http/hub.surface.js';
import { enterRegistryApi, registryApiSurfaces } from './hub/gate/server-lists/registry-api.surface.js';
import { otherPathsSurface, pagesSurface } from './hub/platform/pages/pages.surface.js';
import { signInState, whereToSignInToHub } from './hub/accounts/sign-in/sign-in-state.js';
import { SIGN_IN_PATH } from './hub/accounts/sign-in/sign-in.controller.js';
import { registrySurface } from './registry/registry.surface.js';

/**
 * The surfaces of the process, each with its admission and error format: the APIs, the pages, and all other paths.
 */
export function surfacesOf(app: INestApplication, config: AppConfig): Surfaces<GuardedSurface> {
  const hub = app.get(HubAccess);
  const entry = app.get(HubEntry);
  const registry: GuardedSurface = {
    ...registrySurface,
    signIn: whereToSignIn(config.auth),
    access: app.get(RegistryAccess),
  };
  const links = { publicUrl: config.http.publicUrl, canSignIn: signInState(config) === 'possible' };
  const pages = [SIGN_IN_PATH, PROVIDER_PATH].map((path) => ({
    ...pagesSurface(path, links),
    access: hub,
    enter: entry.pagesHandler(),
  }));
  return new Surfaces<GuardedSurface>([
    registry,
    ...[hubSurface, ...detailSurfaces].map((surface) => ({
      ...surface,
      signIn: whereToSignInToHub(config),
      access: hub,
      enter: entry.handler(),
      brokenRequestHeaders: entry.brokenRequestHeaders,
    })),
    {
      ...grcSurface,
      signIn: 'use a service token of an organization with the scope grc:read',
      access: hub,
      enter: entry.grcHandler(),
      brokenRequestHeaders: entry.brokenRequestHeaders,
    },
    ...registryApiSurfaces.map((surface) => ({
      ...surface,
      access: hub,
      enter: enterRegistryApi(entry.serverListsHandler()),
    })),
    ...pages,
    { ...otherPathsSurface(registry, links), access: hub },
  ]);
}

/** Runs what the surface of a request does before a route is looked for, and that of no other surface. */
export const enterSurface =
  (surfaces: Surfaces<GuardedSurface>): RequestHandler =>
  (req, res, next) => {
    const { enter } = surfaces.of(req);
    if (enter === undefined) next();
    else enter(req, res, next);
  };
