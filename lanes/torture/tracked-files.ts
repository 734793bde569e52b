/** Life cycle of a file under kills: uploaded in one request or in parts, renamed, trashed, purged, and again. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { VaultClient } from '#sdk/client.ts';
import { absent } from './tracked-documents.ts';
import type { Kind, Operation } from './tracked-object.ts';

interface FileState {
  /** `pending` while its parts arrive. */
  readonly status: 'absent' | 'pending' | 'ready';
  readonly has_part: boolean;
  readonly name: string;
  readonly sha256: string;
  readonly is_deleted: boolean;
}

const ABSENT: FileState = { status: 'absent', has_part: false, name: '', sha256: '', is_deleted: false };
const BYTES_MAX = 200_000;

export function fileKind(group: string): Kind<FileState> {
  let marker = randomUUID();
  let bytes = new Uint8Array();
  let id: string | undefined;

  function choose(state: FileState): Operation<FileState> {
    if (state.status === 'absent') return begin();
    const own = id ?? '';
    if (state.status === 'pending') {
      return state.has_part
        ? {
            name: 'complete',
            send: (client) => client.drive(group).resumable.complete(own),
            after: { ...state, status: 'ready', has_part: false, sha256: sha256(bytes) },
          }
        : {
            name: 'put part',
            send: (client) => client.drive(group).resumable.putPart(own, 1, bytes),
            after: { ...state, has_part: true },
          };
    }
    if (state.is_deleted) {
      return randomInt(2) === 0
        ? {
            name: 'restore file',
            send: (client) => client.drive(group).restore(own),
            after: { ...state, is_deleted: false },
          }
        : { name: 'purge file', send: (client) => client.drive(group).purge(own), after: ABSENT };
    }
    const name = `${marker} ${randomInt(1_000_000)}`;
    return randomInt(2) === 0
      ? {
          name: 'rename',
          send: (client) => client.drive(group).patch(own, { name }),
          after: { ...state, name },
        }
      : {
          name: 'trash file',
          send: (client) => client.drive(group).delete(own),
          after: { ...state, is_deleted: true },
        };
  }

  function begin(): Operation<FileState> {
    marker = randomUUID();
    id = undefined;
    bytes = randomBytes(1 + randomInt(BYTES_MAX));
    const after = { ...ABSENT, name: marker };
    if (randomInt(2) === 0) {
      return {
        name: 'upload',
        async send(client) {
          id = (await client.drive(group).upload(bytes, { name: marker })).node_id;
        },
        after: { ...after, status: 'ready', sha256: sha256(bytes) },
      };
    }
    return {
      name: 'start upload',
      async send(client) {
        id = (await client.drive(group).resumable.start({ name: marker, size: bytes.length })).node_id;
      },
      after: { ...after, status: 'pending' },
    };
  }

  async function read(client: VaultClient): Promise<FileState> {
    const drive = client.drive(group);
    const nodes = await drive.list({ state: 'all' }).toArray({ limit: 200 });
    const own = nodes.filter(({ name }) => name?.startsWith(marker));
    if (own.length > 1) throw new Error(`${own.length} files of one upload`);
    const [node] = own;
    if (node === undefined) {
      if (id !== undefined && (await drive.get(id).catch(absent)) !== undefined) {
        throw new Error(`${id} opens and is not listed`);
      }
      return ABSENT;
    }
    id = node.node_id;
    const known = { name: node.name ?? '', is_deleted: node.is_deleted, sha256: '', has_part: false };
    if (node.status === 'pending') {
      const { items } = await drive.resumable.parts(id);
      return { ...known, status: 'pending', has_part: items.length > 0 };
    }
    if (node.status !== 'ready') throw new Error(`${id} is ${node.status}`);
    const content = await (await drive.download(id)).bytes();
    return { ...known, status: 'ready', sha256: sha256(content) };
  }

  return { name: 'file', initial: ABSENT, choose, read };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
