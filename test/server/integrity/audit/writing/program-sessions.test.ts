import { describe, expect, test } from 'vitest';
import { parsePrincipalId } from '#contract/ids.ts';
import { createProgramSessions } from '#server/integrity/audit/writing/program-sessions.ts';
import { createTestClock } from '#test/support/clock.ts';

const by = parsePrincipalId('01a21d76-cf0d-75c0-832b-4ebe4908552d');
const MINUTE_MS = 60_000;

function opening(number: number, client_cn = 'script') {
  const id = `session ${number}`;
  const about = { session_id: id, object_id: id, object_type: 'session' } as const;
  return { kind: 'session_opened', by, client_cn, detail: 'token', ...about } as const;
}

describe('openings of a program', () => {
  test('that come every minute are told four times an hour, and how many more there were', () => {
    const clock = createTestClock();
    const sessions = createProgramSessions(clock);
    const told = Array.from({ length: 121 }, (_, minute) => {
      const contents = sessions.opened(opening(minute));
      clock.advance(MINUTE_MS);
      return contents.map(({ detail, session_id }) => session_id ?? detail);
    });
    const first = [0, 1, 2, 3].map((minute) => [`session ${minute}`]);
    expect(told.slice(0, 4)).toEqual(first);
    expect(told.slice(4, 60).flat()).toEqual([]);
    expect(told[60]).toEqual(['+56', 'session 60']);
    expect(told[120]).toEqual(['+56', 'session 120']);
    expect(sessions.isCounted('session 3')).toBe(false);
    expect(sessions.isCounted('session 4')).toBe(true);
    sessions.ended('session 4');
    expect(sessions.isCounted('session 4')).toBe(false);
  });

  test('that come every quarter of an hour are told each time', () => {
    const clock = createTestClock();
    const sessions = createProgramSessions(clock);
    for (let number = 0; number < 20; number += 1) {
      expect(sessions.opened(opening(number))).toEqual([opening(number)]);
      clock.advance(15 * MINUTE_MS);
    }
    expect(sessions.take()).toEqual([]);
  });

  test('behind another certificate are others, and a clock set back begins anew', () => {
    const clock = createTestClock();
    const sessions = createProgramSessions(clock);
    for (let number = 0; number < 9; number += 1) sessions.opened(opening(number));
    expect(sessions.opened(opening(9, 'stolen'))).toEqual([opening(9, 'stolen')]);
    clock.advance(-MINUTE_MS);
    expect(sessions.opened(opening(10)).map(({ detail }) => detail)).toEqual(['+5', 'token']);
  });

  test('that were counted are told when the vault closes', () => {
    const sessions = createProgramSessions(createTestClock());
    for (let number = 0; number < 9; number += 1) sessions.opened(opening(number));
    expect(sessions.take()).toEqual([
      { kind: 'session_opened', by, client_cn: 'script', object_type: 'session', detail: '+5' },
    ]);
    expect(sessions.take()).toEqual([]);
  });
});
