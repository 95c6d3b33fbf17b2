import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import { userBehind, type Confirmed, type HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type {
  AllowListList,
  AllowListView,
  CreateAllowListRequest,
  CreatedAllowList,
} from './allow-lists.dto.js';
import { AllowListsRepository, type ListedAllowList } from './allow-lists.repository.js';
import { hashCapability, newCapability } from './capability.js';

/** Path of all allow lists, which the capability follows. */
export const ALLOW_PATH = '/allow';

/** Maximum number of allow lists of an organization. */
const MAX_LISTS = 50;

/** Path parameters of an allow list. */
export interface AllowListPath {
  readonly orgId: string;
  readonly allowListId: string;
}

/** Addresses at which clients without credentials read what an organization allows (hub contract 37). */
@Injectable()
export class AllowListsService {
  private readonly base: string;

  constructor(
    private readonly changes: HubChanges,
    private readonly lists: AllowListsRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'http'>,
  ) {
    this.base = `${config.http.publicUrl}${ALLOW_PATH}/`;
  }

  async list(orgId: string): Promise<AllowListList> {
    return { allow_lists: (await this.lists.list(orgId)).map(allowListView) };
  }

  /** Creates an allow list. Only this response has its address. @throws 409 when there are too many */
  async create(
    principal: HubPrincipal,
    orgId: string,
    { name, environment }: CreateAllowListRequest,
  ): Promise<CreatedAllowList> {
    const { url, capabilityHash } = this.newAddress();
    const list = { id: randomUUID(), orgId, name, environment, capabilityHash, createdAt: currentDate() };
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if (!(await this.lists.insert({ ...list, madeBy: userBehind(caller) }, MAX_LISTS))) {
        throw conflict(`the organization has ${MAX_LISTS} allow lists, the maximum; delete one first`);
      }
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'allow_list.created',
        resourceId: list.id,
        details: { name, environment },
      });
    });
    return createdAllowList({ ...list, rotatedAt: null }, url);
  }

  /** Replaces the address of an allow list, at once. @throws 404 */
  rotate(principal: HubPrincipal, path: AllowListPath): Promise<CreatedAllowList> {
    return this.changes.run(principal, { organizations: [path.orgId] }, (caller) =>
      this.rotateLocked(caller, path),
    );
  }

  /** The same in a transaction that has locked the organization. @throws 404 */
  async rotateLocked(caller: Confirmed, { orgId, allowListId }: AllowListPath): Promise<CreatedAllowList> {
    const { url, capabilityHash } = this.newAddress();
    const secret = { capabilityHash, madeBy: userBehind(caller) };
    const rotated = await this.lists.rotate(orgId, allowListId, secret, currentDate());
    if (rotated === undefined) throw notFound('allow list');
    await this.audit.record({
      orgId,
      actor: actorOf(caller),
      action: 'allow_list.rotated',
      resourceId: allowListId,
      details: { name: rotated.name },
    });
    return createdAllowList(rotated, url);
  }

  /** Deletes an allow list, whose address is unknown at once. @throws 404 */
  async remove(principal: HubPrincipal, { orgId, allowListId }: AllowListPath): Promise<void> {
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const deleted = await this.lists.delete(orgId, allowListId);
      if (deleted === undefined) throw notFound('allow list');
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'allow_list.deleted',
        resourceId: allowListId,
        details: { name: deleted.name, environment: deleted.environment },
      });
    });
  }

  private newAddress(): { readonly url: string; readonly capabilityHash: Buffer } {
    const capability = newCapability();
    const capabilityHash = hashCapability(capability);
    if (capabilityHash === undefined) throw new Error('a new capability is valid');
    return { url: this.base + capability, capabilityHash };
  }
}

const fieldsOf = ({ id, name, environment, createdAt, rotatedAt }: ListedAllowList) => ({
  id,
  name,
  environment,
  created_at: createdAt.toISOString(),
  rotated_at: rotatedAt?.toISOString() ?? null,
});

const allowListView = (list: ListedAllowList): AllowListView => fieldsOf(list);

const createdAllowList = (list: ListedAllowList, url: string): CreatedAllowList => ({
  ...fieldsOf(list),
  url,
});
