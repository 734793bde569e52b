import '#test/renderer/state/page-globals.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PendingChange, TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { runWipe } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import {
  conflictsIn,
  isTravellingCopy,
  readTravellingCopy,
  syncedBack,
  useTravellingCopy,
} from '#renderer/state/vault/travelling-copy.ts';
import { generateId } from '#server/system/generate-id.ts';

const NOW = '2026-05-12T07:52:00.000Z';

function change(state: PendingChange['state'] = 'waits'): PendingChange {
  return {
    kind: 'document',
    id: generateId<string>(),
    resource: 'exams',
    security_group_id: generateId(),
    patient_id: null,
    exam_id: null,
    version: 2,
    is_new: false,
    bytes: 12_000,
    changed_at: NOW,
    state,
    code: null,
  };
}

function statusOf(
  standing: TravellingCopyStatus['clinic']['standing'],
  waits: PendingChange[],
): TravellingCopyStatus {
  return {
    workspace_id: generateId(),
    name: 'Northgate Imaging',
    taken_at: NOW,
    clinic: {
      ...{ standing, since: NOW, exchanged_at: NOW, next_try_at: null, is_exchanging: false },
      certificate_ends_at: NOW,
    },
    opens_until: NOW,
    waits,
    pins: [],
    taken: [],
    addresses: [],
  };
}

/** Responses of the copy in order; the page's requests are counted. */
let answers: TravellingCopyStatus[] = [];
let asked = 0;
let onAsk: (() => void) | undefined;

async function reads(status: TravellingCopyStatus): Promise<void> {
  answers = [status];
  await readTravellingCopy();
}

beforeEach(() => {
  asked = 0;
  onAsk = undefined;
  const answer = async () => {
    asked += 1;
    onAsk?.();
    return Response.json(answers.shift());
  };
  Object.defineProperty(globalThis, 'fetch', { value: answer, configurable: true });
  useSession.setState({
    vault: {
      state: 'ready',
      workspace_id: null,
      name: null,
      founder_key: null,
      persons: [],
      travelling: true,
    },
  });
});
afterEach(runWipe);

describe('readTravellingCopy', () => {
  test('asks nothing of a vault that is no copy', async () => {
    useSession.setState({
      vault: { state: 'ready', workspace_id: null, name: null, founder_key: null, persons: [] },
    });
    await readTravellingCopy();
    expect(asked).toBe(0);
    expect(isTravellingCopy()).toBe(false);
  });

  test('an answer that comes after a lock is dropped', async () => {
    onAsk = runWipe;
    await reads(statusOf('away', [change()]));
    expect(asked).toBe(1);
    expect(useTravellingCopy.getState().status).toBeUndefined();
  });

  test('a lock forgets what waits', async () => {
    await reads(statusOf('away', [change()]));
    expect(useTravellingCopy.getState().status?.waits).toHaveLength(1);
    runWipe();
    expect(useTravellingCopy.getState()).toEqual({ status: undefined, broughtBack: [] });
  });
});

describe('handedIn', () => {
  test('counts what waited away from the clinic and is there now, for as long as the copy is with it', async () => {
    const [one, two, three] = [change(), change(), change()];
    await reads(statusOf('away', [one, two, three]));
    expect(syncedBack(useTravellingCopy.getState())).toBeUndefined();
    await reads(statusOf('with', [{ ...three, state: 'conflict' }]));
    expect(syncedBack(useTravellingCopy.getState())).toEqual({ done: 2, of: 3 });
    await reads(statusOf('with', []));
    expect(syncedBack(useTravellingCopy.getState())).toEqual({ done: 3, of: 3 });
    await reads(statusOf('away', []));
    expect(syncedBack(useTravellingCopy.getState())).toBeUndefined();
  });

  test('says nothing of a copy that was with the clinic when it was opened', async () => {
    await reads(statusOf('with', [change()]));
    expect(syncedBack(useTravellingCopy.getState())).toBeUndefined();
  });
});

test('conflicts are the changes that met another version', () => {
  const met = change('conflict');
  expect(conflictsIn(statusOf('with', [change(), met, change('refused')]))).toEqual([met]);
  expect(conflictsIn(undefined)).toEqual([]);
});
