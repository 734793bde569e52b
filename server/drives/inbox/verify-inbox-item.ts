/**
 * Verifies an inbox item: its keys, its header, every chunk, and the hash of its content. An item filed meanwhile is
 * not reported. Source: sealing design B8 (verify), B11.
 */
import { createHash } from 'node:crypto';
import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type NodeId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { equalBytes, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { fileContext } from '#crypto/sealing/context.ts';
import { openSealedFile } from '#server/drives/blobs/sealed-file.ts';
import type { DrivesDeps } from '#server/drives/drives-ports.ts';
import { createDrivesCore, type DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { verifySealedFile } from '#server/drives/verify-sealed-file.ts';
import type { InboxRow } from '#server/storage/inbox/inbox-store.ts';
import { type OpenedItem, openItem } from './file-inbox-item.ts';

export interface InboxChecks {
  readonly listIdsAfter: (nodeId: string, limit: number) => NodeId[];
  /**
   * Verifies one inbox item. Undefined when it is gone, or the key ring has no key of its group. `onBytes` is
   * called with the number of plaintext bytes read.
   */
  readonly check: (
    keyRing: KeyRing,
    nodeId: NodeId,
    onBytes: (bytes: number) => void,
  ) => Promise<readonly Finding[] | undefined>;
}

export function createInboxChecks(deps: DrivesDeps): InboxChecks {
  const core = createDrivesCore(deps);
  return {
    listIdsAfter: core.inbox.listIdsAfter,
    async check(keyRing, nodeId, onBytes) {
      const row = core.inbox.find(nodeId);
      if (row === undefined || !keyRing.hasGroupKey(row.security_group_id)) return undefined;
      const findings = await checkItem(core, keyRing, row, onBytes);
      const isGone = findings.length > 0 && core.inbox.find(nodeId) === undefined;
      return isGone ? undefined : findings;
    },
  };
}

async function checkItem(
  core: DrivesCore,
  keyRing: KeyRing,
  row: InboxRow,
  onBytes: (bytes: number) => void,
): Promise<Finding[]> {
  const { node_id } = row;
  if (!isUuidV7(node_id)) return [finding('id_damaged')];
  const item = openUnlessDamaged(core, keyRing, row);
  if (item === undefined) return [finding('received_damaged', node_id)];
  const hash = createHash('sha256');
  try {
    const outcome = await verifySealedFile(
      () => contentOf(core, item),
      (run) => {
        hash.update(run);
        onBytes(run.length);
      },
    );
    if (outcome === 'missing') return [finding('blob_missing', node_id)];
    const isWhat = outcome === 'opens' && equalBytes(hash.digest(), item.sha256);
    return isWhat ? [] : [finding('blob_damaged', node_id)];
  } finally {
    wipe(item.dek);
  }
}

function openUnlessDamaged(core: DrivesCore, keyRing: KeyRing, row: InboxRow): OpenedItem | undefined {
  try {
    return openItem(core, keyRing, row);
  } catch (error) {
    // A generation the group cannot have also means a changed row.
    if (error instanceof CryptoError || error instanceof VaultError) return undefined;
    throw error;
  }
}

async function* contentOf(core: DrivesCore, { row, dek }: OpenedItem): AsyncGenerator<Uint8Array> {
  const { node_id, security_group_id, size } = row;
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  const file = await openSealedFile(await core.blobs.open(node_id), dek, fileContext(owner));
  try {
    if (file.size !== size) throw new CryptoError();
    yield* file.read(0, size);
  } finally {
    await file.close();
  }
}
