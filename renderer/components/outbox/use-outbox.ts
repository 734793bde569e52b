import { useEffect } from 'react';
import type { ListedMessage, OutboxQuery } from '#contract/exchange/outbox.ts';
import type { Unbranded } from '#contract/ids.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';

const LOOK_EVERY_MS = 2_000;
const SHOWN_MAX = 200;

interface Outbox {
  readonly messages: readonly ListedMessage[] | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * React hook for the outbox messages of groups, newest first. Polls while one is pending, without keeping the
 * session awake.
 */
export function useOutbox(queries: readonly Unbranded<OutboxQuery>[]): Outbox {
  const { data, error, reload } = useLoaded(async () => {
    const lists = await Promise.all(
      queries.map((query) =>
        vault().exchange.hl7.list(query, { passive: true }).toArray({ limit: SHOWN_MAX }),
      ),
    );
    return lists.flat().toSorted((one, other) => (one.message_id < other.message_id ? 1 : -1));
  });
  const isWaiting = data?.some(({ state }) => state === 'waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(reload, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  return { messages: data, error, reload };
}
