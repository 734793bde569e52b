/**
 * Receives one DICOM object, also while locked: seals it under a DEK of its own while it arrives, and that DEK to the
 * group's inbox key. When `finish` resolves, content and row are durable; before that nothing is stored. Source:
 * sealing design B11; imaging design, "Receiving while locked".
 */
import { createHash, createHmac } from 'node:crypto';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { RECEIVED_OBJECT_MAX_BYTES } from '#contract/limits.ts';
import { wipe } from '#crypto/bytes.ts';
import { type InboxKeys, sealInboxKeys } from '#crypto/keys/inbox-key.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { acquireBuffer, releaseBuffer } from '#crypto/sealing/buffer-pool.ts';
import { fileContext } from '#crypto/sealing/context.ts';
import { createFileSealer, SEALED_BATCH_BYTES } from '#crypto/sealing/file-stream.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { sealHeader } from '#server/drives/renditions/sealed-header.ts';
import type { FindInboxKey, InboxKey } from '#server/identity/requests/inbox-key-port.ts';
import type { InboxRow } from '#server/storage/inbox/inbox-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { createHeaderCollector } from './collect-dicom-header.ts';

/** A received object, with the id of its future file. */
export type ReceivedInstance = InstanceHeader & { readonly node_id: NodeId };

export interface IncomingObject {
  /** Resolves when more bytes are accepted. @throws request_too_large, insufficient_credit, protocol_error */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /**
   * Makes it durable and returns its header; `check` may refuse it by its header.
   * @throws invalid_request when it is not an instance of a study; group_key_unavailable; it is discarded then.
   */
  readonly finish: (check?: (header: InstanceHeader) => void) => Promise<ReceivedInstance>;
  /** Does nothing once `finish` was called, which stores all of it or nothing. */
  readonly discard: () => Promise<void>;
}

export interface InboxIntake {
  /**
   * `source`: the sender's name for itself. @throws group_key_unavailable when the group has no verifiable inbox key.
   */
  readonly begin: (securityGroupId: SecurityGroupId, source: string) => Promise<IncomingObject>;
}

export function createInboxIntake(core: DrivesCore, findKey: FindInboxKey): InboxIntake {
  const { deps, blobs, inbox, allowance } = core;
  // Studies are counted while locked by a MAC under this key, which is never stored.
  const countingKey = randomBytes(32);

  function requireKey(securityGroupId: SecurityGroupId): InboxKey {
    const key = findKey(securityGroupId);
    if (key !== undefined) return key;
    throw new VaultError(
      'group_key_unavailable',
      'Nothing can be received for this group yet. An owner of the group must unlock once first.',
    );
  }

  async function begin(security_group_id: SecurityGroupId, source: string): Promise<IncomingObject> {
    requireKey(security_group_id);
    const node_id = deps.newId<NodeId>();
    const owner = { workspace_id: deps.workspaceId(), security_group_id, node_id };
    const dek = generateDek();
    const sealer = createFileSealer(dek, fileContext(owner));
    const hasher = createHash('sha256');
    const file = await blobs.create(node_id);
    await file.write(sealer.header);
    const head = createHeaderCollector();
    let size = 0;
    let isOver = false;
    // Two buffers, because one batch is sealed while the other is being written.
    let making = acquireBuffer(SEALED_BATCH_BYTES);
    let writing = acquireBuffer(SEALED_BATCH_BYTES);

    async function drop(): Promise<void> {
      wipe(dek);
      sealer.close();
      await file.discard();
      releaseBuffer(making, writing);
      head.wipe();
    }

    async function discard(): Promise<void> {
      if (isOver) return;
      isOver = true;
      await drop();
    }

    async function write(bytes: Uint8Array): Promise<void> {
      if (size + bytes.length > RECEIVED_OBJECT_MAX_BYTES) {
        throw new VaultError('request_too_large', 'The object is larger than the vault accepts.');
      }
      allowance.check(size + bytes.length);
      head.add(bytes);
      size += bytes.length;
      hasher.update(bytes);
      const sealed = sealer.update(bytes, making);
      if (sealed.length === 0) return;
      [making, writing] = [writing, making];
      await file.write(sealed);
    }

    function rowOf(header: InstanceHeader, keys: InboxKeys): InboxRow {
      const received_at = nowInstant(deps.clock);
      const study_tag = createHmac('sha256', countingKey).update(header.study_uid).digest();
      return {
        ...sealedFor(requireKey(security_group_id), keys, { ...owner, received_at }),
        node_id,
        security_group_id,
        encrypted_header: sealHeader(dek, owner, header),
        size,
        study_tag,
        received_at,
      };
    }

    async function finish(check?: (header: InstanceHeader) => void): Promise<ReceivedInstance> {
      isOver = true;
      try {
        const header = head.read();
        if (header === undefined) {
          throw new VaultError(
            'invalid_request',
            'The object has no UID of study, series or instance. Check its sender.',
          );
        }
        check?.(header);
        await file.write(sealer.final());
        await file.finish();
        const keys = { dek, sha256: hasher.digest(), source };
        let row = rowOf(header, keys);
        await deps.commits.write(() => {
          const key = requireKey(security_group_id);
          // A rotation may have run meanwhile; data sealed to the older key would be lost with it.
          if (key.generation !== row.generation)
            row = { ...row, ...sealedFor(key, keys, { ...owner, received_at: row.received_at }) };
          inbox.insert(row);
        });
        wipe(dek);
        releaseBuffer(making, writing);
        head.wipe();
        return { ...header, node_id };
      } catch (error) {
        await drop();
        throw error;
      }
    }

    return { write, finish, discard };
  }

  return { begin };
}

type ItemIds = Pick<InboxRow, 'node_id' | 'security_group_id' | 'received_at'> & {
  readonly workspace_id: WorkspaceId;
};

function sealedFor({ generation, publicKey }: InboxKey, keys: InboxKeys, ids: ItemIds) {
  return { generation, sealed_keys: sealInboxKeys(publicKey, keys, { ...ids, generation }) };
}
