/**
 * Property test of a vault and two copies that write the same exams, with offline periods and lost responses. In any
 * order no sealed text is lost, every chain verifies, and finally all have the same rows. Source: clinic design,
 * section 13, 7.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { SealedDocument } from '#contract/sync/sealed-rows.ts';
import type { PushBody } from '#contract/sync/sync-bodies.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { ConflictError } from '#sdk/errors.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';
import { type Copy, copyOf, documentIdOf, newDocument, nextVersion, openPulled } from './copy-of.ts';

const MEMBERS_PASSPHRASE = 'copper lantern orchard 9 meadow';
/** Runs of the long lane; a small number by default. */
const LONG_RUNS = Number(process.env['SRVAULT_TRAVEL_RUNS'] ?? 0);
const RUNS = LONG_RUNS || 12;
const SEED = LONG_RUNS === 0 ? 20_261_123 : Date.now() % 2 ** 31;
const TIMEOUT_MS = 60_000 * Math.max(2, RUNS);

type Step =
  | { readonly who: 0 | 1; readonly does: 'write' | 'begin'; readonly exam: number }
  | { readonly who: 0 | 1; readonly does: 'exchange'; readonly isAnswerLost: boolean }
  | { readonly who: 'vault'; readonly does: 'write' | 'archive and back'; readonly exam: number };

const who = fc.constantFrom<0 | 1>(0, 1);
const exam = fc.nat({ max: 5 });
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who, does: fc.constant('write' as const), exam }) },
  { weight: 1, arbitrary: fc.record({ who, does: fc.constant('begin' as const), exam }) },
  {
    weight: 3,
    arbitrary: fc.record({ who, does: fc.constant('exchange' as const), isAnswerLost: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      who: fc.constant('vault' as const),
      does: fc.constantFrom('write' as const, 'archive and back' as const),
      exam,
    }),
  },
);

let vault: InitialisedServer;
let owner: VaultClient;
let group: SecurityGroupId;
const travellers: { client: VaultClient; copy: Copy }[] = [];

beforeAll(async () => {
  vault = await startInitialisedServer();
  owner = desktopClient(vault.server.url, vault.dataDir);
  await owner.session.open({ passphrase: PASSPHRASE });
  const [own] = await owner.groups.list().toArray({ limit: 1 });
  if (own === undefined) throw new Error('the founder has a group');
  group = own.security_group_id;
  for (const display_name of ['Dr. Ada', 'Dr. Bea']) {
    const groups = [{ security_group_id: group, role: 'editor' as const }];
    const { invite_code } = await owner.principals.invite({ display_name, groups });
    const client = desktopClient(vault.server.url, vault.dataDir);
    await client.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
    travellers.push({ client, copy: await copyOf(client, MEMBERS_PASSPHRASE) });
  }
});
afterAll(async () => {
  for (const { client } of travellers) await client.close();
  await owner.close();
  await vault.stop();
});

const wordsOf = (title: string | null): string[] => (title ?? '').split(' ').filter((word) => word !== '');

/** Joins the words of both texts in order. */
const together = (...titles: readonly (string | null)[]): string =>
  [...new Set(titles.flatMap(wordsOf))].join(' ');

/** A copy with its unacknowledged versions. */
function laptop({ client, copy }: { readonly client: VaultClient; readonly copy: Copy }, from: number) {
  const documents = new Map<string, SealedDocument>();
  const waiting = new Map<string, PushBody>();
  let after = from;

  const titleOf = (document: SealedDocument): string | null => {
    const record = openPulled(copy, document).at(-1);
    return record !== undefined && 'title' in record ? record.title : null;
  };

  /** Returns the document with the copy's own versions on top. */
  function shown(id: string): SealedDocument | undefined {
    const document = documents.get(id);
    const body = waiting.get(id);
    if (body === undefined) return document;
    return {
      ...(document ?? { drafts: [], signatures: [], cosign: [] }),
      row: { ...body.row, change_seq: 0 },
      versions: [...(document?.versions ?? []), ...body.versions],
    };
  }

  async function write(id: string, title: (before: string | null) => string): Promise<void> {
    const before = shown(id);
    if (before === undefined || before.row.is_deleted === 1) return;
    const next = await nextVersion(copy, 'exams', before, { record: { title: title(titleOf(before)) } });
    const earlier = waiting.get(id);
    waiting.set(
      id,
      earlier === undefined
        ? next
        : { ...earlier, row: next.row, versions: [...earlier.versions, ...next.versions] },
    );
  }

  async function bring(id: string, body: PushBody, isAnswerLost: boolean): Promise<void> {
    try {
      await client.travel.push(body);
      if (!isAnswerLost) waiting.delete(id);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const mine = shown(id);
      const [theirs] = (await client.travel.pullDocuments({ security_group_id: group, document_ids: [id] }))
        .documents;
      if (mine === undefined || theirs === undefined) throw error;
      // Merges both texts on top of the newest version.
      const title = together(titleOf(theirs), titleOf(mine));
      documents.set(id, theirs);
      waiting.delete(id);
      await write(id, () => title);
    }
  }

  async function exchange(isAnswerLost: boolean): Promise<void> {
    for (const [id, body] of [...waiting]) await bring(id, body, isAnswerLost);
    for (let is_last = false; !is_last; ) {
      const page = await client.travel.pull({ security_group_id: group, after, limit: 3 });
      for (const document of page.documents) {
        openPulled(copy, document);
        const { document_id } = document.row;
        const last = waiting.get(document_id)?.versions.at(-1);
        // The response was lost, but the versions had arrived.
        if (document.versions.some(({ version_id }) => version_id === last?.version_id))
          waiting.delete(document_id);
        // A pending change keeps its base row until it is pushed or refused.
        if (!waiting.has(document_id)) documents.set(document_id, document);
      }
      after = page.next;
      is_last = page.is_last;
    }
  }

  return {
    documents,
    exchange,
    isWaiting: () => waiting.size > 0,
    async begin(word: string): Promise<string> {
      const body = await newDocument(copy, 'exams', group, { record: { title: word } });
      waiting.set(documentIdOf(body), body);
      return documentIdOf(body);
    },
    /** True if the copy has it outside the trash. */
    has: (id: string) => shown(id)?.row.is_deleted === 0,
    write: (id: string, word: string) => write(id, (before) => together(before, word)),
  };
}

test(
  'no sealed text is lost, every chain verifies, and all have the same rows in the end',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 8, maxLength: 24 }), async (steps) => {
        const { next } = await pullEnd();
        const laptops = travellers.map((traveller) => laptop(traveller, next));
        const exams: string[] = [];
        const sealed = new Map<string, Set<string>>();
        let words = 0;
        const said = (id: string) => {
          words += 1;
          const word = `w${words}`;
          sealed.set(id, (sealed.get(id) ?? new Set()).add(word));
          return word;
        };
        const first = await owner.exams.create({ security_group_id: group, record: { title: 'w0' } });
        exams.push(first.index.document_id);
        sealed.set(first.index.document_id, new Set(['w0']));

        for (const step of steps) {
          if (step.who === 'vault') {
            const id = exams[step.exam % exams.length] ?? '';
            const view = await owner.exams.get(id).catch(() => undefined);
            if (view === undefined) continue;
            if (step.does === 'write')
              await owner.exams.update(id, {
                record: { title: together(view.record.title, said(id)) },
                expected_latest_version_id: view.version_id,
              });
            else {
              await owner.exams.archive(id);
              await owner.exams.unarchive(id);
            }
            continue;
          }
          const machine = laptops[step.who];
          if (machine === undefined) continue;
          if (step.does === 'exchange') await machine.exchange(step.isAnswerLost);
          else if (step.does === 'begin') {
            words += 1;
            const word = `w${words}`;
            const id = await machine.begin(word);
            exams.push(id);
            sealed.set(id, new Set([word]));
          } else {
            const id = exams[step.exam % exams.length] ?? '';
            if (machine.has(id)) await machine.write(id, said(id));
          }
        }

        for (let round = 0; laptops.some(({ isWaiting }) => isWaiting()); round += 1) {
          expect(round).toBeLessThan(8);
          for (const machine of laptops) await machine.exchange(false);
        }
        for (const machine of laptops) await machine.exchange(false);
        for (const id of exams) {
          const view = await owner.exams.get(id);
          expect(new Set(wordsOf(view.record.title))).toEqual(sealed.get(id));
          const [there] = (await owner.travel.pullDocuments({ security_group_id: group, document_ids: [id] }))
            .documents;
          for (const [at, machine] of laptops.entries()) {
            const here = machine.documents.get(id);
            expect(here?.row).toEqual(there?.row);
            const { copy } = travellers[at] ?? {};
            if (here && copy) openPulled(copy, here);
          }
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  TIMEOUT_MS,
);

async function pullEnd(): Promise<{ next: number }> {
  for (let after = 0; ; ) {
    const page = await owner.travel.pull({ security_group_id: group, after, limit: 1000, head_only: true });
    after = page.next;
    if (page.is_last) return { next: after };
  }
}
