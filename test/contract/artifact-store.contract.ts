import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sha256Of } from '../../src/common/values/sha256-digest.js';
import {
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactAddress,
  type ArtifactKind,
  type ArtifactStore,
  type WriteLimits,
} from '../../src/storage/artifacts/artifact-store.js';
import { listedIn } from '../support/listed-objects.js';

/** A store, with test operations beyond its interface. */
export interface StoreUnderTest<Kind extends string = ArtifactKind> {
  readonly store: ArtifactStore<Kind>;
  /** The number of incomplete writes. */
  unfinished(): Promise<number>;
  close(): Promise<void>;
}

const LIMIT = 10_000_000;

/**
 * The contract of every ArtifactStore: an object is visible completely, or not at all.
 * @param kinds at least two kinds of its objects
 */
export function describeArtifactStore<Kind extends string>(
  name: string,
  [kind, ...otherKinds]: readonly [Kind, Kind, ...Kind[]],
  open: () => Promise<StoreUnderTest<Kind>>,
): void {
  describe(name, () => {
    let subject: StoreUnderTest<Kind>;
    let store: ArtifactStore<Kind>;
    let addresses = 0;
    beforeAll(async () => {
      subject = await open();
      store = subject.store;
    });
    afterAll(() => subject.close());

    /** An unused address of these bytes. */
    const addressOf = (bytes: Uint8Array): ArtifactAddress<Kind> => {
      addresses += 1;
      return { orgKey: `org-${addresses}`, kind, digest: sha256Of(bytes) };
    };
    const limits = (change: Partial<WriteLimits> = {}): WriteLimits => ({
      maxBytes: LIMIT,
      signal: new AbortController().signal,
      ...change,
    });
    const write = (address: ArtifactAddress<Kind>, bytes: Uint8Array, change?: Partial<WriteLimits>) =>
      store.write(address, Readable.from([bytes]), limits(change));
    const stored = async (address: ArtifactAddress<Kind>): Promise<Buffer> =>
      buffer(await store.read(address));
    const expectNothing = async (address: ArtifactAddress<Kind>): Promise<void> => {
      expect(await store.size(address)).toBeUndefined();
      await expect(store.read(address)).rejects.toThrow();
      expect(await subject.unfinished()).toBe(0);
    };
    const expectWhole = async (address: ArtifactAddress<Kind>, bytes: Uint8Array): Promise<void> => {
      expect(await store.size(address)).toBe(bytes.length);
      expect((await stored(address)).equals(bytes)).toBe(true);
      expect(await subject.unfinished()).toBe(0);
    };

    const REFUSALS: [what: string, before: boolean][] = [
      ['where nothing is stored', false],
      ['where the object is stored already', true],
    ];
    describe.each(REFUSALS)('a write that fails, %s', (_what, before) => {
      const bytes = new Uint8Array(randomBytes(300_000));
      const prepared = async (): Promise<ArtifactAddress<Kind>> => {
        const address = addressOf(bytes);
        if (before) await write(address, bytes);
        return address;
      };
      const expectUnchanged = (address: ArtifactAddress<Kind>): Promise<void> =>
        before ? expectWhole(address, bytes) : expectNothing(address);

      it.each([
        ['other bytes', Buffer.from('other')],
        ['no bytes', Buffer.alloc(0)],
        ['all but the last byte', bytes.subarray(0, -1)],
        ['one byte more', Buffer.concat([bytes, Buffer.from([0])])],
      ])('throws DigestMismatchError for %s', async (_which, sent) => {
        const address = await prepared();
        await expect(write(address, sent)).rejects.toBeInstanceOf(DigestMismatchError);
        await expectUnchanged(address);
      });

      it('throws ArtifactTooLargeError as soon as the limit is exceeded, and stops reading', async () => {
        const address = await prepared();
        let sent = 0;
        const endless = Readable.from(
          (function* () {
            for (;;) {
              sent += 1000;
              yield Buffer.alloc(1000);
            }
          })(),
        );
        const writing = store.write(address, endless, limits({ maxBytes: 50_000 }));
        await expect(writing).rejects.toBeInstanceOf(ArtifactTooLargeError);
        expect(endless.destroyed).toBe(true);
        // Plus the buffers of the streams in between.
        expect(sent).toBeLessThan(1_000_000);
        await expectUnchanged(address);
      });

      it("throws the source's error", async () => {
        const address = await prepared();
        const broken = new Error('the connection broke');
        const source = Readable.from(
          (function* () {
            yield bytes.subarray(0, 200_000);
            throw broken;
          })(),
        );
        await expect(store.write(address, source, limits())).rejects.toBe(broken);
        await expectUnchanged(address);
      });

      it('fails when the source is closed before its end', async () => {
        const address = await prepared();
        const source = new PassThrough();
        source.write(bytes.subarray(0, 200_000));
        const writing = store.write(address, source, limits());
        source.destroy();
        await expect(writing).rejects.toThrow();
        await expectUnchanged(address);
      });

      it.each(['before it begins', 'while it goes on'])(
        "throws the signal's reason when aborted %s",
        async (when) => {
          const address = await prepared();
          const reason = new Error('the time is up');
          const controller = new AbortController();
          const source = new PassThrough();
          source.write(bytes.subarray(0, 200_000));
          if (when === 'before it begins') controller.abort(reason);
          const writing = store.write(address, source, limits({ signal: controller.signal }));
          if (when === 'while it goes on') {
            while (source.readableLength > 0) await turn();
            controller.abort(reason);
          }
          await expect(writing).rejects.toBe(reason);
          expect(source.destroyed).toBe(true);
          await expectUnchanged(address);
        },
      );
    });

    describe('a write', () => {
      it('returns the size, and makes the object visible', async () => {
        const bytes = new Uint8Array(randomBytes(1_000_000));
        const address = addressOf(bytes);
        await expectNothing(address);
        expect(await write(address, bytes)).toBe(bytes.length);
        await expectWhole(address, bytes);
      });

      it('stores no bytes, too', async () => {
        const address = addressOf(new Uint8Array());
        expect(await store.write(address, Readable.from([]), limits())).toBe(0);
        await expectWhole(address, new Uint8Array());
      });

      it('accepts exactly as many bytes as the limit', async () => {
        const bytes = new Uint8Array(randomBytes(5000));
        const address = addressOf(bytes);
        expect(await write(address, bytes, { maxBytes: bytes.length })).toBe(bytes.length);
        await expectWhole(address, bytes);
      });

      it('is invisible before its last byte', async () => {
        const bytes = new Uint8Array(randomBytes(200_000));
        const address = addressOf(bytes);
        const source = new PassThrough();
        const writing = store.write(address, source, limits());
        source.write(bytes);
        while (source.readableLength > 0) await turn();
        expect(await store.size(address)).toBeUndefined();
        await expect(store.read(address)).rejects.toThrow();
        source.end();
        await writing;
        await expectWhole(address, bytes);
      });

      it('of an existing object changes nothing, and returns the size again', async () => {
        const bytes = new Uint8Array(randomBytes(5000));
        const address = addressOf(bytes);
        await write(address, bytes);
        expect(await write(address, bytes)).toBe(bytes.length);
        await expectWhole(address, bytes);
      });

      it('is limited to one organization, kind and digest', async () => {
        const bytes = new Uint8Array(randomBytes(100));
        const address = addressOf(bytes);
        await write(address, bytes);
        await expectNothing({ ...address, orgKey: `${address.orgKey}-other` });
        for (const other of otherKinds) await expectNothing({ ...address, kind: other });
        await expectNothing({ ...address, digest: sha256Of('other') });
      });
    });

    describe('a read', () => {
      it('serves any range, with inclusive ends', async () => {
        const bytes = new Uint8Array(randomBytes(700_000));
        const address = addressOf(bytes);
        await write(address, bytes);
        const position = fc.nat({ max: bytes.length - 1 });
        await fc.assert(
          fc.asyncProperty(position, position, async (one, other) => {
            const [start = 0, end = 0] = [one, other].sort((a, b) => a - b);
            const part = await buffer(await store.read(address, { start, end }));
            expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
          }),
          { numRuns: 50 },
        );
      });

      it('is not affected by others that read, abort, or write the same object', async () => {
        const bytes = new Uint8Array(randomBytes(1_000_000));
        const address = addressOf(bytes);
        await write(address, bytes);
        const slow = await store.read(address);
        (await store.read(address)).destroy();
        await write(address, bytes);
        for (const read of await Promise.all([buffer(slow), stored(address)])) {
          expect(read.equals(bytes)).toBe(true);
        }
      });
    });

    describe('list', () => {
      it('returns every object once, with its size and time', async () => {
        const written: { address: ArtifactAddress<Kind>; sizeBytes: number }[] = [];
        for (const size of [0, 1, 5000]) {
          const bytes = new Uint8Array(randomBytes(size));
          const address = addressOf(bytes);
          await write(address, bytes);
          written.push({ address, sizeBytes: size });
        }
        const gone = addressOf(Buffer.from('gone'));
        await write(gone, Buffer.from('gone'));
        await store.delete(gone);
        const found = (await listedIn(store)).filter(({ address }) =>
          [...written, { address: gone }].some(({ address: { orgKey } }) => orgKey === address.orgKey),
        );
        const byOrg = (
          one: { address: ArtifactAddress<Kind> },
          other: { address: ArtifactAddress<Kind> },
        ): number => one.address.orgKey.localeCompare(other.address.orgKey);
        expect(found.sort(byOrg)).toEqual(
          written.sort(byOrg).map((object) => ({ ...object, modifiedAt: expect.anything() })),
        );
        // Object stores have times in whole seconds.
        for (const { modifiedAt } of found)
          expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
      });

      it('may be empty', async () => {
        const empty = await open();
        expect(await listedIn(empty.store)).toEqual([]);
        await empty.close();
      });
    });

    describe('removeAbandoned', () => {
      it('leaves objects alone, and may have nothing to do', async () => {
        const bytes = new Uint8Array(randomBytes(100));
        const address = addressOf(bytes);
        await write(address, bytes);
        expect(await store.removeAbandoned(new Date(0), { dryRun: false }, limits().signal)).toBe(0);
        await expectWhole(address, bytes);
      });
    });

    describe('removeUnfinished', () => {
      it('may have nothing to do', async () => {
        for (let time = 0; time < 2; time += 1) await store.removeUnfinished();
        expect(await subject.unfinished()).toBe(0);
      });

      it('leaves alone objects, and a write that has started since', async () => {
        const bytes = new Uint8Array(randomBytes(200_000));
        const before = addressOf(bytes);
        await write(before, bytes);
        const address = addressOf(bytes);
        const source = new PassThrough();
        const writing = store.write(address, source, limits());
        source.write(bytes);
        await store.removeUnfinished();
        source.end();
        await writing;
        await expectWhole(address, bytes);
        await expectWhole(before, bytes);
      });
    });

    describe('whatever the input', () => {
      const ending = fc.oneof(
        { weight: 3, arbitrary: fc.constant({ kind: 'end', after: 0 } as const) },
        {
          weight: 1,
          arbitrary: fc.record({ kind: fc.constant('error' as const), after: fc.nat({ max: 12 }) }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ kind: fc.constant('abort' as const), after: fc.nat({ max: 12 }) }),
        },
      );
      const attempt = fc.record({
        /** The bytes of the digest, or others. */
        right: fc.boolean(),
        other: fc.uint8Array({ maxLength: 300 }),
        /** The chunk boundaries. */
        cuts: fc.array(fc.nat({ max: 3000 }), { maxLength: 10 }),
        maxBytes: fc.oneof(fc.constant(LIMIT), fc.nat({ max: 3000 })),
        /** The chunk after which the source fails or the write is aborted. */
        ending,
      });
      const subjectBytes = fc.uint8Array({ maxLength: 3000 });
      type Attempt = typeof attempt extends fc.Arbitrary<infer T> ? T : never;

      async function* chunksOf(bytes: Uint8Array, { cuts, ending }: Attempt, abort: () => void) {
        const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        let start = 0;
        let sent = 0;
        for (const end of ends) {
          if (ending.kind === 'error' && sent === ending.after) throw new Error('the source failed');
          if (ending.kind === 'abort' && sent === ending.after) abort();
          await turn();
          yield bytes.subarray(start, end);
          start = end;
          sent += 1;
        }
      }
      /** Attempts a write; returns whether the store reports success. */
      const tryToWrite = async (
        address: ArtifactAddress<Kind>,
        bytes: Uint8Array,
        how: Attempt,
      ): Promise<boolean> => {
        const controller = new AbortController();
        const sent = how.right ? bytes : how.other;
        const source = Readable.from(chunksOf(sent, how, () => controller.abort()));
        return store
          .write(address, source, limits({ maxBytes: how.maxBytes, signal: controller.signal }))
          .then(
            (size) => {
              expect(size).toBe(bytes.length);
              expect(size).toBeLessThanOrEqual(how.maxBytes);
              return true;
            },
            () => false,
          );
      };

      it('in any chunks: a stored object matches its digest, or nothing is stored', async () => {
        await fc.assert(
          fc.asyncProperty(subjectBytes, attempt, async (bytes, how) => {
            const address = addressOf(bytes);
            const written = await tryToWrite(address, bytes, how);
            const isRight = how.right || sha256Of(how.other) === address.digest;
            if (isRight && how.ending.kind === 'end' && bytes.length <= how.maxBytes)
              expect(written).toBe(true);
            if (!isRight) expect(written).toBe(false);
            await (written ? expectWhole(address, bytes) : expectNothing(address));
          }),
          { numRuns: 150 },
        );
      });

      it('by concurrent writers: the object is complete when one of them succeeds, and absent otherwise', async () => {
        await fc.assert(
          fc.asyncProperty(
            subjectBytes,
            fc.array(attempt, { minLength: 2, maxLength: 6 }),
            async (bytes, attempts) => {
              const address = addressOf(bytes);
              const results = await Promise.all(attempts.map((how) => tryToWrite(address, bytes, how)));
              await (results.includes(true) ? expectWhole(address, bytes) : expectNothing(address));
            },
          ),
          { numRuns: 60 },
        );
      });
    });
  });
}
