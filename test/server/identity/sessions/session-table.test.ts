import { expect, test } from 'vitest';
import { parsePrincipalId, type SessionId } from '#contract/ids.ts';
import type { LiveSession } from '#server/identity/sessions/live-session.ts';
import { createSessionTable } from '#server/identity/sessions/session-table.ts';
import type { Clock } from '#server/system/clock.ts';

const IDLE_MS = 1000;
const HOUR_MS = 3_600_000;
const PEER = { cn: 'desktop', fingerprint: 'f', isDesktop: true };

function table() {
  const time = { wall: 1_000_000_000_000, elapsed: 0 };
  const clock: Clock = { nowMs: () => time.wall, elapsedMs: () => time.elapsed };
  const sessions = createSessionTable({
    clock,
    idleMs: () => IDLE_MS,
    onLocked: () => undefined,
    onEnded: () => undefined,
  });
  const live: LiveSession = {
    session_id: '01890000-0000-7000-8000-000000000001' as SessionId,
    principal_id: parsePrincipalId('01890000-0000-7000-8000-000000000002'),
    kind: 'person',
    display_name: 'Ada',
    is_admin: false,
    client_cn: PEER.cn,
    fingerprint: PEER.fingerprint,
    from_desktop: true,
    credential_id: null,
    opened_by: 'passphrase',
    created_at_ms: time.wall,
    expires_at_ms: time.wall + 5 * IDLE_MS,
    expires_at_elapsed_ms: 5 * IDLE_MS,
    abort: new AbortController(),
    lastActiveMs: time.wall,
    lastActiveElapsedMs: 0,
    actor: null,
  };
  const token = sessions.add(live);
  const used = () => {
    live.lastActiveMs = time.wall;
    live.lastActiveElapsedMs = time.elapsed;
  };
  return { time, used, find: () => sessions.find(token, PEER) };
}

const expired = expect.objectContaining({ code: 'session_expired' });

test('a clock that is set back gives an idle session no more time', () => {
  const { time, find } = table();
  time.wall -= HOUR_MS;
  time.elapsed += IDLE_MS - 1;
  expect(find().client_cn).toBe('desktop');
  time.elapsed += 1;
  expect(find).toThrow(expired);
});

test('nor does it put off the end of one that is used', () => {
  const { time, used, find } = table();
  time.wall -= HOUR_MS;
  for (let second = 1; second <= 5; second += 1) {
    time.elapsed += IDLE_MS - 1;
    find();
    used();
  }
  time.elapsed += 5;
  expect(find).toThrow(expired);
});

test('a computer that slept counts by the clock on the wall', () => {
  const { time, find } = table();
  time.wall += IDLE_MS;
  expect(find).toThrow(expired);
});
