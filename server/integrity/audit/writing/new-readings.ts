/**
 * Limits entries about reads that repeat. A person's are recorded once a minute. What a program or a window repeats by
 * itself, for years, is recorded once an hour: a program's reads, and lists that a window reads again after a change.
 */
import type { PrincipalKind } from '#contract/access/session.ts';
import type { AuditedResponse } from '#server/identity/requests/audited-response.ts';
import type { Clock } from '#server/system/clock.ts';
import { isListing, readingKey } from './audit-content-mapping.ts';
import { createRecentlyLogged, PROGRAM_LOGGED_ONCE_MS } from './recently-logged.ts';

/** Query fields that name a part of the same list. */
const PART_OF_LIST = new Set(['cursor', 'limit']);

type Answer = Omit<AuditedResponse, 'actor'> & {
  readonly actor: {
    readonly kind: PrincipalKind;
    readonly session_id: string;
    readonly principal_id: string;
  } | null;
};

/**
 * Returns a function that is true for a read to record, and for every response that is not a read; asking marks the
 * read as recorded. `isCounted` is true for a program's session that is only counted.
 */
export function createNewReadings(
  clock: Clock,
  isCounted: (sessionId: string) => boolean,
): (answer: Answer) => boolean {
  /** Checked first by a short key, because most reads repeat recent ones and need no encoding. */
  const isNewInMinute = createRecentlyLogged(clock);
  const isNewToSession = createRecentlyLogged(clock, PROGRAM_LOGGED_ONCE_MS);
  const isNewToProgram = createRecentlyLogged(clock, PROGRAM_LOGGED_ONCE_MS);
  return (answer) => {
    const { actor, isBackground, operation_id, query } = answer;
    const name = readingKey(answer, actor?.session_id);
    if (name === undefined) return true;
    // A list is named by what it is asked for too: a search is no refresh.
    if (isBackground && isListing(operation_id) && !isNewToSession(`${name} ${listOf(query)}`)) return false;
    if (!isNewInMinute(name)) return false;
    if (actor?.kind !== 'sdk') return true;
    const isNewInHour = isNewToProgram(`${readingKey(answer, actor.principal_id)}`);
    if (isCounted(actor.session_id)) return isNewInHour;
    return isNewToSession(name);
  };
}

function listOf(query: Readonly<Record<string, unknown>>): string {
  const asked = Object.entries(query).filter(([name]) => !PART_OF_LIST.has(name));
  return JSON.stringify(asked.toSorted(([left], [right]) => left.localeCompare(right)));
}
