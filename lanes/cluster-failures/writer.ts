/**
 * Writes as one person and remembers every confirmed write, and the one request without a response. Such a POST is
 * repeated with its Idempotency-Key and must create one document; such a PUT has happened or has not.
 */
import { randomUUID } from 'node:crypto';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';

export interface Writer {
  /**
   * Writes until a request fails, or `isOver`, because a server may resolve every unknown outcome itself.
   * @returns `cut` without a response, `unknown` with one. @throws any other error
   */
  readonly work: (client: VaultClient, isOver: () => boolean) => Promise<'over' | 'cut' | 'unknown'>;
  /** Finds the outcome of the failed request. @throws until the vault responds */
  readonly settle: (client: VaultClient) => Promise<void>;
  /** Returns what differs from the confirmed writes. @throws until the vault responds */
  readonly check: (client: VaultClient) => Promise<readonly string[]>;
  readonly answered: () => number;
  readonly ids: () => readonly string[];
}

const ONCE = { maxRetries: 0, timeoutMs: 40_000 };
const VERSIONS_EACH = 3;

export function createWriter(group: string): Writer {
  /** Confirmed text of each document. */
  const texts = new Map<string, string>();
  let newest: { readonly id: string; readonly versions: number } | undefined;
  let creating: { readonly key: string; readonly text: string } | undefined;
  let changing: { readonly id: string; readonly text: string } | undefined;
  const unchecked = new Set<string>();
  let answered = 0;

  async function create(client: VaultClient): Promise<void> {
    creating ??= { key: randomUUID(), text: randomUUID() };
    const { key, text } = creating;
    const record = { display_name: text };
    const view = await client.patients.create(
      { security_group_id: group, record },
      { ...ONCE, idempotencyKey: key },
    );
    const { document_id: id } = view.index;
    texts.set(id, text);
    unchecked.add(id);
    newest = { id, versions: 1 };
    creating = undefined;
  }

  async function change(client: VaultClient, id: string, versions: number): Promise<void> {
    changing = { id, text: randomUUID() };
    const record = { display_name: changing.text };
    await client.patients.update(id, { record, expected_latest_version_id: null }, ONCE);
    texts.set(id, changing.text);
    unchecked.add(id);
    newest = { id, versions: versions + 1 };
    changing = undefined;
  }

  /**
   * Returns the text of a document. @throws while the vault does not respond, or responds with anything but a
   * document
   */
  async function textOf(client: VaultClient, id: string): Promise<string> {
    try {
      return (await client.patients.get(id, {}, ONCE)).record.display_name ?? '';
    } catch (error) {
      if (error instanceof VaultApiError && error.code !== 'protocol_error') return error.code;
      throw error;
    }
  }

  return {
    answered: () => answered,
    ids: () => [...texts.keys()],
    async work(client, isOver) {
      while (!isOver()) {
        try {
          if (newest === undefined || newest.versions >= VERSIONS_EACH) await create(client);
          else await change(client, newest.id, newest.versions);
          answered += 1;
        } catch (error) {
          if (error instanceof APIConnectionError) return 'cut';
          if (error instanceof VaultApiError && error.code === 'protocol_error') return 'unknown';
          throw error;
        }
      }
      return 'over';
    },
    async settle(client) {
      if (creating !== undefined) await create(client);
      if (changing === undefined) return;
      const { id, text } = changing;
      const there = await textOf(client, id);
      if (there === text) texts.set(id, text);
      unchecked.add(id);
      newest = undefined;
      changing = undefined;
    },
    async check(client) {
      const wrong: string[] = [];
      for (const id of unchecked) {
        if ((await textOf(client, id)) === texts.get(id)) unchecked.delete(id);
        else wrong.push(`${id} is not as it was answered`);
      }
      unchecked.clear();
      return wrong;
    },
  };
}
