import { beforeAll, describe, expect, test } from 'vitest';
import { checkDurability } from '#lanes/power/durability.ts';
import type { Call } from '#lanes/power/parse-system-calls.ts';
import { POWER, traceRounds } from '#lanes/power/power-cut-order.ts';
import { unless } from '#test/support/left-out.ts';
import { expectNothing } from './run-lane.ts';

const { skipped } = await POWER.run(0, () => undefined, new AbortController().signal).catch(() => ({
  skipped: undefined,
}));

describe('the order of syncs and answers', unless(skipped), () => {
  let calls: Call[];
  let dataDir: string;
  beforeAll(async () => {
    [calls, dataDir] = await traceRounds(1);
  });

  const without = (isLeftOut: (call: Call) => boolean) =>
    checkDurability(
      calls.filter((call) => !isLeftOut(call)),
      dataDir,
    );
  const syncOf = (ending: string) => (call: Call) => call.kind === 'synced' && call.path.endsWith(ending);

  test('leaves nothing to a loss of power', () => {
    expectNothing(checkDurability(calls, dataDir));
    expect(calls.filter(({ kind }) => kind === 'answered').length).toBeGreaterThan(20);
  });

  test('is found wrong with synchronous lowered: commits are not synced', () => {
    expect(without(syncOf('-wal'))).toContain('an answer left before vault.sqlite-wal was synced');
  });

  test('is found wrong when the database is not synced before its log is cut', () => {
    expect(without(syncOf('vault.sqlite'))).toContain('the log was cut before the database was synced');
  });

  test('is found wrong when a file is not synced, or the folder it is named in', () => {
    expect(without(syncOf('.part'))).toContain('an answer left before a file in blobs/ was synced');
    const isFolder = (call: Call) => call.kind === 'synced' && /\/blobs\/[0-9a-f]{2}$/.test(call.path);
    expect(without(isFolder)).toContain('an answer left before the name of a file in blobs/ was synced');
  });
});
