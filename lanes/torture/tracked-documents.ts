/** Life cycle of a patient under kills: versions, draft, archive, trash, purge, and again. */
import { randomInt, randomUUID } from 'node:crypto';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { Kind, Operation } from './tracked-object.ts';

interface DocumentState {
  /** Content of each version, newest first; empty if the patient does not exist. */
  readonly versions: readonly string[];
  readonly draft: string | null;
  readonly is_archived: boolean;
  readonly is_deleted: boolean;
}

const ABSENT: DocumentState = { versions: [], draft: null, is_archived: false, is_deleted: false };
/** Limit of versions, because longer chains only take longer to read back. */
const VERSIONS_MAX = 6;

export function patientKind(group: string): Kind<DocumentState> {
  let marker = randomUUID();
  let id: string | undefined;
  const record = (text: string) => ({ display_name: marker, internal_notes: text });

  function create(client: VaultClient) {
    const body = { security_group_id: group, record: record('text 0') };
    // The marker is the idempotency key, so that a repeat after a kill finds the first result.
    return client.patients.create(body, { idempotencyKey: marker });
  }

  function choose(state: DocumentState): Operation<DocumentState> {
    const [head] = state.versions;
    if (head === undefined) {
      marker = randomUUID();
      id = undefined;
      return {
        name: 'create',
        async send(client) {
          id = (await create(client)).index.document_id;
        },
        after: { ...ABSENT, versions: ['text 0'] },
      };
    }
    const own = id ?? '';
    if (state.is_deleted) {
      return randomInt(2) === 0
        ? {
            name: 'restore',
            send: (client) => client.patients.restore(own),
            after: { ...state, is_deleted: false },
          }
        : { name: 'purge', send: (client) => client.patients.purge(own), after: ABSENT };
    }
    const text = `text ${randomUUID()}`;
    const choices: Operation<DocumentState>[] = [
      {
        name: 'put draft',
        send: async (client) =>
          client.patients.draft.put(own, {
            record: record(text),
            base_version_id: (await client.patients.get(own)).version_id,
          }),
        after: { ...state, draft: text },
      },
      state.is_archived
        ? {
            name: 'unarchive',
            send: (client) => client.patients.unarchive(own),
            after: { ...state, is_archived: false },
          }
        : {
            name: 'archive',
            send: (client) => client.patients.archive(own),
            after: { ...state, is_archived: true },
          },
    ];
    const update: Operation<DocumentState> = {
      name: 'update',
      send: async (client) =>
        client.patients.update(own, {
          record: record(text),
          expected_latest_version_id: (await client.patients.get(own)).version_id,
        }),
      after: { ...state, versions: [text, ...state.versions], draft: null },
    };
    if (state.versions.length < VERSIONS_MAX) choices.push(update, update, update);
    else
      choices.push({
        name: 'trash',
        send: (client) => client.patients.delete(own),
        after: { ...state, is_deleted: true },
      });
    if (state.draft !== null) {
      choices.push({
        name: 'discard draft',
        send: (client) => client.patients.draft.discard(own),
        after: { ...state, draft: null },
      });
    }
    return choices[randomInt(choices.length)] ?? update;
  }

  async function read(client: VaultClient): Promise<DocumentState> {
    const rows = await client.patients.list({ state: 'all', q: marker }).toArray({ limit: 3 });
    if (rows.length > 1) throw new Error(`${rows.length} patients of one create`);
    const found = rows[0]?.index.document_id;
    if (id === undefined && found !== undefined) {
      const again = (await create(client)).index.document_id;
      if (again !== found) throw new Error('a create sent again made a second patient');
      id = found;
    }
    if (id === undefined) return ABSENT;
    if (found !== undefined && found !== id) throw new Error(`${id} is listed as ${found}`);
    return readDocument(client, id, found !== undefined);
  }

  return { name: 'patient', initial: ABSENT, choose, read };
}

async function readDocument(client: VaultClient, id: string, isListed: boolean): Promise<DocumentState> {
  const view = await client.patients.get(id).catch(absent);
  if ((view !== undefined) !== isListed) throw new Error(`${id} is listed: ${isListed}, opens: ${!isListed}`);
  if (view === undefined) return ABSENT;
  const versions: string[] = [];
  for (const { version_id } of await client.patients.versions(id).toArray({ limit: 200 })) {
    versions.push(String((await client.patients.get(id, { version_id })).record.internal_notes));
  }
  if (view.record.internal_notes !== versions[0]) throw new Error(`${id}: the head is not the last version`);
  const draft = await client.patients.draft.get(id).catch(absent);
  if (view.index.meta.has_draft !== (draft !== undefined)) throw new Error(`${id}: has_draft is not true`);
  const { is_archived, is_deleted } = view.index;
  return {
    versions,
    draft: draft === undefined ? null : String(draft.record.internal_notes),
    is_archived,
    is_deleted,
  };
}

export function absent(error: unknown): undefined {
  if (error instanceof VaultApiError && error.code === 'not_found') return undefined;
  throw error;
}
