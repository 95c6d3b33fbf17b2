import { Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { RegistryTrail, type RecordedChange } from '../../auth/trail/registry-trail.js';
import { badRequest, conflict } from '../../common/errors/api-error.js';
import { sortKeyOf } from '../../common/values/semantic-version.js';
import { parseTimestamp } from '../../common/values/timestamp.js';
import { currentTime } from '../../common/values/clock.js';
import type { PackageName } from '../packages/package-name.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { versionNotFound } from '../packages/version-not-found.js';
import { toCertificationResponse } from './certification.mapper.js';
import type { CertificationRequest, CertificationResponse } from './certifications.dto.js';
import { CertificationsRepository, type CertificationSubject } from './certifications.repository.js';

// Tolerance for clock skew. A verdict from the far future could never be replaced by a newer one.
const MAX_AHEAD_MS = 24 * 3_600_000;

/** Records certifiers' verdicts on versions (registry contract 6 and 10; ADR 33). */
@Injectable()
export class CertificationsService {
  constructor(
    private readonly changes: RegistryChanges,
    private readonly certifications: CertificationsRepository,
    private readonly packages: PackagesRepository,
    private readonly trail: RegistryTrail,
  ) {}

  /**
   * Records a verdict on the current content of a version, unless there is a newer one.
   * @throws 400 naming the field, 404 for an unknown package or version, 409 when another bundle or manifest was
   * evaluated.
   */
  async certify(
    principal: RegistryPrincipal,
    name: PackageName,
    version: string,
    request: CertificationRequest,
  ): Promise<CertificationResponse> {
    const evaluatedAt = evaluationTime(request.evaluated_at);
    const sortKey = sortKeyOf(version);
    const subject = await this.certifications.findSubject(name, sortKey);
    if (subject === undefined) throw await versionNotFound(this.packages, principal, name);
    requireEvaluated(subject, request);
    const counting = await this.changes.run(principal, { org: name.org }, async (caller) => {
      await this.trail.record(caller, certified(name, subject, request));
      return this.certifications.record(subject, {
        level: request.level,
        globalScore: request.global_score,
        snapshotId: request.snapshot_id,
        evaluatedAt,
        certifiedBy: caller.subject,
      });
    });
    return toCertificationResponse(subject, counting);
  }
}

const certified = (
  { org, name }: PackageName,
  { versionId, version }: CertificationSubject,
  request: CertificationRequest,
): RecordedChange => ({
  org,
  action: 'registry_version.certified',
  resource: versionId,
  details: {
    package: `${org}/${name}`,
    version,
    level: request.level,
    global_score: request.global_score,
    snapshot_id: request.snapshot_id,
    evaluated_at: request.evaluated_at,
  },
});

function evaluationTime(text: string): Date {
  const time = parseTimestamp(text);
  if (time === undefined) throw new Error('the DTO must validate the timestamp');
  if (time.getTime() > currentTime() + MAX_AHEAD_MS) {
    throw badRequest('evaluated_at', 'must lie at most a day in the future');
  }
  return time;
}

function requireEvaluated(subject: CertificationSubject, request: CertificationRequest): void {
  const { bundleDigest, manifestDigest } = subject;
  const current = { bundle_digest: bundleDigest, manifest_digest: manifestDigest };
  for (const field of ['bundle_digest', 'manifest_digest'] as const) {
    if ((request[field] ?? current[field]) === current[field]) continue;
    throw conflict(`${field} is not that of version ${subject.version}, which is ${current[field]}`, {
      field,
    });
  }
}
