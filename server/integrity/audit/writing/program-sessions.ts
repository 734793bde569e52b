/**
 * Openings of programs, which some do every minute for years: of those alike the first few of an hour are told with all
 * they read, as of a person; the others are counted and told as one, and of what they read only what is new in that
 * hour. Kept in memory: a server that is killed loses the count of an hour.
 */
import type { AuditContent } from '#server/integrity/audit/audit-content.ts';
import type { Clock } from '#server/system/clock.ts';

/** Of one program, certificate and kind of secret; so that one that comes every quarter of an hour is told each time. */
const TOLD_AN_HOUR = 4;
const HOUR_MS = 60 * 60 * 1000;
/** Past this many different ones all are told. */
const KEPT_MAX = 1000;

export interface ProgramSessions {
  /** What is to be told now that this one has opened. */
  readonly opened: (content: AuditContent & { readonly session_id: string }) => readonly AuditContent[];
  /** Whether it is one of those that are counted alone. */
  readonly isCounted: (sessionId: string) => boolean;
  readonly ended: (sessionId: string) => void;
  /** What is counted and not told yet. */
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
