import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AccessGuard, ReadmissionGuard } from './auth/rules/access.guards.js';
import { AppModule, type AppParts } from './app.module.js';
import { ApiExceptionFilter } from './common/http/api-exception.filter.js';
import { answerBrokenRequests } from './common/http/broken-requests.js';
import { cutForwardedPorts } from './common/http/forwarded-for.js';
import { JsonBodyGuard } from './common/http/json-body.guard.js';
import { defaultHeaders, limitHeaders, requireHost } from './common/http/edge-headers.js';
import { ReadOnlyGuard } from './common/http/read-only.guard.js';
import { probesOnly } from './common/http/probes-only.js';
import { requestDeadline } from './common/http/request-deadline.js';
import { requestId } from './common/http/request-id.js';
import { requestLog } from './common/http/request-log.js';
import { requestWork } from './common/http/request-work.js';
import { requestOrigin } from './common/http/request-origin.js';
import { normalizeTarget, pathOf, pathOfTarget, takeOffPublicPath } from './common/http/request-path.js';
import { ServerAdapter } from './common/http/server-adapter.js';
import { strictQuery } from './common/http/strict-query.js';
import { createValidationPipe } from './common/http/validation.js';
import { Metrics } from './common/operation/metrics.js';
import { Readiness } from './common/operation/readiness.js';
import { LOGGER, nestLogger, type Logger } from './common/logging/logger.js';
import { serveApiDocuments } from './openapi/api-documentation.js';
import { PROVIDER_PATH } from './config/idp.js';
import { BuiltInProvider } from './hub/accounts/identity-provider/built-in/built-in-provider.js';
import { translateStorageError } from './storage/artifacts/storage-errors.js';
import { translateDatabaseError } from './storage/database/database-errors.js';
import { enterSurface, surfacesOf } from './surfaces.js';

/**
 * Creates the application as it runs in production, not yet listening. Shared by `main` and the tests, so that the
 * tests use the production bootstrap.
 */
export async function createApp(parts: AppParts): Promise<NestExpressApplication> {
  const { config } = parts;
  const adapter = new ServerAdapter(config.limits.requestTimeoutSeconds);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(parts), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(parts.logger),
  });
  const logger = app.get<Logger>(LOGGER);
  const surfaces = surfacesOf(app, config);
  const filter = new ApiExceptionFilter(surfaces, logger, adapter.routes, [
    translateDatabaseError,
    translateStorageError,
  ]);

  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', strictQuery);
  app.set('trust proxy', [...config.http.trustProxy]);
  app.use(
    cutForwardedPorts,
    normalizeTarget,
    takeOffPublicPath(config.http.publicUrl),
    requestId,
    requestWork((error, req, res) => filter.answer(error, req, res)),
    requestOrigin,
    defaultHeaders,
    requestLog(logger),
    ...(config.metrics === undefined ? [] : [app.get(Metrics).record()]),
    requestDeadline(config.limits.requestTimeoutSeconds, (error, req, res) => filter.answer(error, req, res)),
    app.get(Readiness).gate(),
    ...(config.processRole === 'worker' ? [probesOnly] : []),
  );
  app.use(enterSurface(surfaces));
  // After the rate limiting, so that these error responses have its headers.
  app.use(requireHost, limitHeaders);
  app.use(PROVIDER_PATH, app.get(BuiltInProvider).handler());
  app.useGlobalFilters(filter);
  // Run in this order on every route.
  app.useGlobalGuards(
    new AccessGuard(surfaces),
    ...(config.readOnly ? [new ReadOnlyGuard()] : []),
    new JsonBodyGuard(app.get(Reflector), config.limits),
    new ReadmissionGuard(surfaces),
  );
  app.useGlobalPipes(createValidationPipe());
  serveApiDocuments(app, `${pathOf(config.http.publicUrl)}/`);
  answerBrokenRequests(app.getHttpServer(), (target) =>
    surfaces.of({ path: pathOfTarget(target, config.http.publicUrl) }),
  );
  return app;
}
