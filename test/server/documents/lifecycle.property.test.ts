/**
 * Property test of a document's life cycle against a model: in any order of operations, responses and lists equal the
 * model.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { runs } from '#test/support/depth.ts';
import { newId } from '#test/support/ids.ts';
import { codeOf, createFixture, type Fixture } from './documents-fixture.ts';

interface Model {
  versions: VersionId[];
  names: string[];
  tags: string[];
  is_archived: boolean;
  is_deleted: boolean;
  is_purged: boolean;
  draft: { rev: number; base: number; name: string } | null;
  draftRevs: number;
  discarded: number[];
}

interface World extends Fixture {
  readonly id: DocumentId;
}

type Step = (model: Model, world: World) => Promise<void>;

/** Returns the expected error by the model: the first broken rule. */
function refusal(model: Model): string {
  if (model.is_purged) return 'not_found';
  return model.is_deleted ? 'document_deleted' : 'no error';
}

function save(name: string, tags: string[] | null, expectation: 'none' | 'latest' | 'first'): Step {
  return async (model, { documents, owner, id }) => {
    const expected = { none: null, latest: model.versions.at(-1), first: model.versions[0] }[expectation];
    const isStale = expectation === 'first' && model.versions.length > 1;
    const wanted = refusal(model);
    let saved: VersionId = newId();
    const code = await codeOf(async () => {
      const view = await documents.update(owner, 'patients', id, {
        record: { legal_name: name },
        tags,
        expected_latest_version_id: expected ?? null,
      });
      saved = view.version_id ?? newId();
    });
    expect(code).toBe(wanted === 'no error' && isStale ? 'version_conflict' : wanted);
    if (code !== 'no error') return;
    if (model.draft?.base === model.versions.length - 1) model.draft = null;
    model.versions.push(saved);
    model.names.push(name);
    model.tags = tags ?? model.tags;
  };
}

function putDraft(name: string): Step {
  return async (model, { documents, owner, id }) => {
    const base = model.versions.length - 1;
    const code = await codeOf(() =>
      documents.putDraft(owner, 'patients', id, {
        record: { legal_name: name },
        base_version_id: model.versions[base] ?? null,
      }),
    );
    expect(code).toBe(refusal(model));
    if (code !== 'no error') return;
    model.draftRevs += 1;
    model.draft = { rev: model.draftRevs, base, name };
  };
}

const discardDraft: Step = async (model, { documents, owner, id }) => {
  const code = await codeOf(() => documents.deleteDraft(owner, 'patients', id));
  const wanted = refusal(model);
  expect(code).toBe(wanted === 'no error' && model.draft === null ? 'not_found' : wanted);
  if (code !== 'no error' || model.draft === null) return;
  model.discarded.push(model.draft.rev);
  model.draft = null;
};

function setFlag(action: 'archive' | 'unarchive'): Step {
  return async (model, { documents, owner, id }) => {
    const code = await codeOf(() => documents[action](owner, 'patients', id));
    expect(code).toBe(refusal(model));
    if (code === 'no error') model.is_archived = action === 'archive';
  };
}

const trash: Step = async (model, { documents, owner, id }) => {
  const code = await codeOf(() => documents.trash(owner, 'patients', id));
  expect(code).toBe(model.is_purged ? 'not_found' : 'no error');
  if (code === 'no error') model.is_deleted = true;
};

function leaveTrash(action: 'restore' | 'purge'): Step {
  return async (model, { documents, owner, id }) => {
    const code = await codeOf(() => documents[action](owner, 'patients', id));
    const wanted = model.is_deleted ? 'no error' : 'document_not_deleted';
    expect(code).toBe(model.is_purged ? 'not_found' : wanted);
    if (code !== 'no error') return;
    if (action === 'purge') model.is_purged = true;
    else model.is_deleted = false;
  };
}

const reopen: Step = (_model, world) => world.reopen();

const names = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .filter((name) => name.trim() !== '');
const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(names, fc.option(fc.array(names, { maxLength: 3 })), fc.constantFrom('none', 'latest', 'first'))
      .map(([name, tags, expectation]) => save(name, tags, expectation)),
  },
  { weight: 3, arbitrary: names.map(putDraft) },
  { weight: 2, arbitrary: fc.constant(discardDraft) },
  { weight: 2, arbitrary: fc.constantFrom('archive' as const, 'unarchive' as const).map(setFlag) },
  { weight: 2, arbitrary: fc.constant(trash) },
  { weight: 3, arbitrary: fc.constant(leaveTrash('restore')) },
  { weight: 1, arbitrary: fc.constant(leaveTrash('purge')) },
  { weight: 1, arbitrary: fc.constant(reopen) },
);

async function checkAll(model: Model, world: World): Promise<void> {
  const { documents, owner, id } = world;
  const { items } = await documents.list(owner, 'patients', { state: 'all' });
  expect(items).toHaveLength(model.is_purged ? 0 : 1);
  if (model.is_purged) return;
  const view = await documents.get(owner, 'patients', id);
  expect(view.record.legal_name).toBe(model.names.at(-1));
  expect(view.version_id).toBe(model.versions.at(-1));
  expect(view.summary.tags).toEqual(model.tags);
  expect(view.index).toMatchObject({
    is_archived: model.is_archived,
    is_deleted: model.is_deleted,
    meta: { seq: model.versions.length, has_draft: model.draft !== null },
  });
  expect(items[0]).toMatchObject({ index: view.index, summary: view.summary });
  const listed = await documents.listVersions(owner, 'patients', id, { limit: 200 });
  expect(listed.items.map((version) => version.version_id)).toEqual(model.versions.toReversed());
  for (const [n, version_id] of model.versions.entries()) {
    const version = await documents.get(owner, 'patients', id, { version_id });
    expect(version.record.legal_name).toBe(model.names[n]);
  }
  const drafts = await documents.listDrafts(owner, 'patients', id, { limit: 200 });
  expect(drafts.items.map((draft) => Number(draft.draft_rev))).toEqual(model.discarded.toReversed());
  const opened = await documents.get(owner, 'patients', id, { include_draft: true });
  if (model.draft?.base === model.versions.length - 1) {
    expect(opened).toMatchObject({
      draft_rev: String(model.draft.rev),
      record: { legal_name: model.draft.name },
    });
  } else if (model.draft === null) {
    expect(opened.draft_rev).toBeNull();
  }
}

describe('the life of a document', () => {
  test('follows the rules in whatever order things happen', async () => {
    const fixture = createFixture();
    await fc.assert(
      fc.asyncProperty(names, fc.array(steps, { minLength: 1, maxLength: 14 }), async (name, life) => {
        const { documents, owner, group } = fixture;
        const first = await documents.create(owner, 'patients', {
          security_group_id: group,
          record: { legal_name: name },
        });
        const id = first.index.document_id;
        const model: Model = {
          versions: [first.version_id ?? newId()],
          names: [name],
          tags: [],
          is_archived: false,
          is_deleted: false,
          is_purged: false,
          draft: null,
          draftRevs: 0,
          discarded: [],
        };
        const world = (): World => Object.assign(Object.create(fixture), { id });
        for (const step of life) {
          fixture.clock.advance(1000);
          await step(model, world());
        }
        await checkAll(model, world());
        if (!model.is_purged) {
          await fixture.documents.trash(owner, 'patients', id);
          await fixture.documents.purge(owner, 'patients', id);
        }
      }),
      runs(60),
    );
  });
});
