import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { RefusedLogins } from '../access/local-users/refused-logins.js';
import type { AppParts } from '../app.module.js';
import { OperationModule } from '../common/operation/operation.module.js';
import { ConfigModule } from '../config/config.module.js';
import { AccountCredentialsModule } from '../hub/account-credentials/account-credentials.module.js';
import { AdvisoryStoreModule } from '../hub/advisories/advisory-store.module.js';
import { RegistryTrailModule } from '../hub/registry-trail/registry-trail.module.js';
import { TokenAdministrationModule } from '../hub/token-administration/token-administration.module.js';
import { SnapshotsModule } from '../hub/snapshots/snapshots.module.js';
import { OperatorAnalysesModule } from '../hub/analysis-administration/operator-analyses.module.js';
import { OperatorMembersModule } from '../hub/operator-members/operator-members.module.js';
import { ObjectsModule } from '../hub/objects/objects.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { StorageModule } from '../storage/storage.module.js';

/** The hub records refused logins. Commands do not sign users in, so no login can be refused. */
const noLogins: RefusedLogins = {
  recordLogin: () => Promise.reject(new Error('a command does not sign users in')),
};

@Global()
@Module({ providers: [{ provide: RefusedLogins, useValue: noLogins }], exports: [RefusedLogins] })
class NoLoginsModule {}

/**
 * Modules for the commands, which administer the registry, stored advisories and evidence. Loading the rest of the hub
 * would take half as long again, and no command needs it.
 */
@Module({})
export class AdministrationModule {
  static with({ config, logger, database }: AppParts): DynamicModule {
    return {
      module: AdministrationModule,
      imports: [
        ConfigModule.with(config, logger),
        OperationModule,
        StorageModule.connectedTo(database),
        JobsModule,
        AccessModule,
        NoLoginsModule,
        RegistryModule,
        AdvisoryStoreModule,
        SnapshotsModule,
        OperatorAnalysesModule,
        AccountCredentialsModule,
        TokenAdministrationModule,
        RegistryTrailModule,
        ObjectsModule,
        OperatorMembersModule,
      ],
    };
  }
}
