import { describe, expect, it } from '@jest/globals';
import { aVersion, packagePath } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';

const t = await useTestApp({ REGISTRY_DEFAULT_VISIBILITY: 'repository' });
const admin = await t.actors.admin();

const visibilityOf = async (id: string): Promise<unknown> =>
  (await admin.get(packagePath(id))).body.visibility;

describe('registry.default_visibility: repository', () => {
  it.each(['public', 'private'])(
    'makes a package of a repository that is %s as visible',
    async (visibility) => {
      const id = `default/${visibility}`;
      await aVersion(admin, id, '1.0.0', { repo_visibility: visibility }).uploaded();
      expect(await visibilityOf(id)).toBe('private');
      await aVersion(admin, id, '1.0.1', { repo_visibility: visibility }).published();
      expect(await visibilityOf(id)).toBe(visibility);
    },
  );

  it('does not count where the request has a visibility, or something was published', async () => {
    await aVersion(admin, 'default/asked', '1.0.0', { visibility: 'private' }).published();
    expect(await visibilityOf('default/asked')).toBe('private');
    await aVersion(admin, 'default/asked', '1.1.0', { repo_visibility: 'public' }).published();
    expect(await visibilityOf('default/asked')).toBe('private');
  });
});
