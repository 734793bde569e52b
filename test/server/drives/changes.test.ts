import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeListQuery } from '#contract/drives/requests.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';

let drive: DriveFixture;
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

const list = (query: NodeListQuery) => drive.drives.listNodes(drive.owner, drive.group, query);
const later = () => {
  drive.time.now += 1000;
  return new Date(drive.time.now).toISOString();
};

describe('nodes by their changes', () => {
  test('the whole drive since an instant, the oldest change first', async () => {
    const folder = await drive.drives.createFolder(drive.owner, drive.group, { name: 'b', parent_id: null });
    const from = later();
    const file = await drive.upload('x', { name: 'a', parent_id: folder.node_id });
    expect(file.updated_at).toBe(from);
    later();
    await drive.drives.patchNode(drive.owner, drive.group, folder.node_id, { name: 'c' });
    expect(drive.names({ updated_since: from, order: 'updated_at' })).toEqual(['a', 'c']);
    expect(drive.names({ order: 'updated_at' })).toEqual(['c']);
    expect(drive.names({ updated_since: later() })).toEqual([]);
    const page = list({ updated_since: from, order: 'updated_at', limit: 1 });
    const rest = list({ updated_since: from, order: 'updated_at', cursor: page.next_cursor ?? '' });
    expect(rest.items.map(({ name }) => name)).toEqual(['c']);
    expect(() => list({ updated_since: from, cursor: page.next_cursor ?? '' })).toThrow(/cursor/);
  });

  test('what goes into the trash and comes back changes', async () => {
    const file = await drive.upload('x', { name: 'a' });
    const trashed = later();
    await drive.drives.trashNode(drive.owner, drive.group, file.node_id);
    expect(drive.names({ updated_since: trashed })).toEqual([]);
    expect(drive.names({ updated_since: trashed, state: 'all' })).toEqual(['a']);
    const restored = later();
    await drive.drives.restoreNode(drive.owner, drive.group, file.node_id);
    expect(list({ updated_since: restored }).items[0]?.updated_at).toBe(restored);
  });

  test('an instant that is none is refused', () => {
    expect(() => list({ updated_since: '2026-02-30' })).toThrow(/updated_since/);
  });
});
