/**
 * Limits entries about programs, some of which unlock every minute for years. The first few unlocks of an hour are
 * recorded in full, like a person's. Further ones are counted and recorded as one, and their reads only if new in that
 * hour. In memory: a killed server loses one hour's count.
 */
import type { AuditContent } from '#server/integrity/audit/audit-content.ts';
import type { Clock } from '#server/system/clock.ts';

/**
 * Unlocks recorded in full per hour, for each program, certificate and kind of secret: a program that unlocks every
 * quarter of an hour is recorded each time.
 */
const TOLD_AN_HOUR = 4;
const HOUR_MS = 60 * 60 * 1000;
/** Number of different counters above which all entries are written. */
const KEPT_MAX = 1000;

export interface ProgramSessions {
  /** Returns the entries to write after this unlock. */
  readonly opened: (content: AuditContent & { readonly session_id: string }) => readonly AuditContent[];
  /** True for a session that is only counted. */
  readonly isCounted: (sessionId: string) => boolean;
  readonly ended: (sessionId: string) => void;
  /** Removes and returns the entries for counted sessions. */
  readonly take: () => readonly AuditContent[];
}

interface Hour {
  readonly content: AuditContent;
  readonly sinceMs: number;
  count: number;
}

export function createProgramSessions(clock: Clock): ProgramSessions {
  const hours = new Map<string, Hour>();
  const counted = new Set<string>();

  function take(): readonly AuditContent[] {
    const all = [...hours.values()].flatMap(summaryOf);
    hours.clear();
    return all;
  }

  return {
    opened(content) {
      const { session_id, object_id: _, ...alike } = content;
      const words = JSON.stringify(alike);
      const nowMs = clock.nowMs();
      const known = hours.get(words);
      if (known !== undefined && nowMs >= known.sinceMs && nowMs - known.sinceMs < HOUR_MS) {
        known.count += 1;
        if (known.count <= TOLD_AN_HOUR) return [content];
        counted.add(session_id);
        return [];
      }
      const before = hours.size >= KEPT_MAX ? take() : known === undefined ? [] : summaryOf(known);
      hours.set(words, { content: alike, sinceMs: nowMs, count: 1 });
      return [...before, content];
    },
    isCounted: (sessionId) => counted.has(sessionId),
    ended: (sessionId) => void counted.delete(sessionId),
    take,
  };
}

function summaryOf({ content, count }: Hour): AuditContent[] {
  return count <= TOLD_AN_HOUR ? [] : [{ ...content, detail: `+${count - TOLD_AN_HOUR}` }];
}
