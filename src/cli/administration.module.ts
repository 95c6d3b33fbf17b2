import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RefusedLogins } from '../auth/local-users/refused-logins.js';
import type { AppParts } from '../app.module.js';
import { OperationModule } from '../common/operation/operation.module.js';
import { ConfigModule } from '../config/config.module.js';
import { AccountCredentialsModule } from '../hub/administration/account-credentials/account-credentials.module.js';
import { AdvisoryStoreModule } from '../hub/analysis/advisories/advisory-store.module.js';
import { RegistryTrailModule } from '../hub/audit/registry-trail/registry-trail.module.js';
import { TokenAdministrationModule } from '../hub/administration/token-administration/token-administration.module.js';
import { SnapshotsModule } from '../hub/catalog/snapshots/snapshots.module.js';
import { OperatorAnalysesModule } from '../hub/administration/analysis-administration/operator-analyses.module.js';
import { OperatorMembersModule } from '../hub/administration/operator-members/operator-members.module.js';
import { ObjectsModule } from '../hub/platform/objects/objects.module.js';
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
        AuthModule,
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
