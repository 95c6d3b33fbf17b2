import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { RefusedLogins } from '../access/local-users/refused-logins.js';
import type { AppParts } from '../app.module.js';
import { OperationModule } from '../common/operation/operation.module.js';
import { ConfigModule } from '../config/config.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { StorageModule } from '../storage/storage.module.js';

/** The hub puts refused logins on record. No command signs anybody in, so that none can be refused. */
const noLogins: RefusedLogins = {
  recordLogin: () => Promise.reject(new Error('a command signs nobody in')),
};

@Global()
@Module({ providers: [{ provide: RefusedLogins, useValue: noLogins }], exports: [RefusedLogins] })
class NoLoginsModule {}

/** What the commands administer: the registry. The hub takes half as long again to load, and no command needs it. */
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
      ],
    };
  }
}
