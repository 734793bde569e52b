/** Checks that no plaintext of a read record remains in the process after its request. */
import { getHeapSnapshot } from 'node:v8';
import { describe, expect, test } from 'vitest';
import type { DocumentId } from '#contract/ids.ts';
import { createFixture, type Fixture } from './documents-fixture.ts';

/** Reversed, so that the searched text occurs only in records. */
const BACKWARDS = 'regnaesrhoRdnUplazpliZ';
const NEEDLE = Buffer.from(BACKWARDS).reverse();
const notes = (): string => [...BACKWARDS].reverse().join('');

/** Returns true if a live object contains the text; collects garbage first. */
async function isHeld(): Promise<boolean> {
  let end = Buffer.alloc(0);
  let isFound = false;
  for await (const chunk of getHeapSnapshot()) {
    const part = Buffer.concat([end, chunk]);
    isFound ||= part.includes(NEEDLE);
    end = part.subarray(-NEEDLE.length);
  }
  return isFound;
}

const bodyOf = ({ group }: Fixture) => ({
  security_group_id: group,
  record: { legal_name: 'Anna', internal_notes: notes() },
});

async function readAndWrite(fixture: Fixture): Promise<DocumentId> {
  const { documents, owner } = fixture;
  const { index, version_id } = await documents.create(owner, 'patients', bodyOf(fixture));
  const id = index.document_id;
  const { record } = await documents.get(owner, 'patients', id);
  expect(record.internal_notes === notes()).toBe(true);
  await documents.update(owner, 'patients', id, { record });
  await documents.putDraft(owner, 'patients', id, { record, base_version_id: version_id });
  await documents.getDraft(owner, 'patients', id);
  await documents.copy(owner, 'patients', id, { security_group_id: fixture.group });
  await documents.list(owner, 'patients', { q: 'anna' });
  await documents.get(owner, 'patients', id);
  return id;
}

describe('of a record that was opened', () => {
  test('nothing is kept once it is answered: not by the keys, the index, the rows or the drafts', async () => {
    const fixture = createFixture();
    const id = await readAndWrite(fixture);
    expect(await isHeld()).toBe(false);
    // Control: the search finds a text that is still referenced.
    const view = await fixture.documents.get(fixture.owner, 'patients', id);
    expect(await isHeld()).toBe(true);
    expect(view.record.internal_notes?.length).toBe(NEEDLE.length);
  });
});
