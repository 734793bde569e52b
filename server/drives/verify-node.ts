/**
 * Verifies one file or folder completely: row, key, name, every chunk of its content, its renditions. Content is read
 * in slices; a file purged or replaced meanwhile is not reported.
 * Source: sealing design B6, B8 (verify).
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type NodeId } from '#contract/ids.ts';
import { type Finding, type FindingCode, finding } from '#contract/maintenance/findings.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { PartRow } from '#server/storage/drives/part-store.ts';
import type { VariantRow } from '#server/storage/drives/processing-store.ts';
import { openSealedFile } from './blobs/sealed-file.ts';
import { readSegments, segmentsOf, variantSegments } from './content-segments.ts';
import type { DrivesDeps } from './drives-ports.ts';
import { createDrivesCore } from './drives-shared-stores.ts';
import { openAnyHeader } from './renditions/sealed-header.ts';
import { contextOfPart } from './transfers/part-seal-context.ts';
import { verifySealedFile } from './verify-sealed-file.ts';

export interface NodeChecks {
  readonly listIdsAfter: (after: string, limit: number) => NodeId[];
  /**
   * Verifies one node. Undefined when it is gone, or the key ring has no key of its group. `onBytes` is called with
   * the number of plaintext bytes read.
   */
  readonly check: (
    keyRing: KeyRing,
    nodeId: NodeId,
    onBytes: (bytes: number) => void,
  ) => Promise<readonly Finding[] | undefined>;
}

type Read = () => AsyncIterable<Uint8Array>;

export function createNodeChecks(deps: DrivesDeps): NodeChecks {
  const core = createDrivesCore(deps);
  const { nodes, parts, processing, keeper } = core;

  function rowHolds(keyRing: KeyRing, row: NodeRow): boolean {
    return succeeds(() => {
      keeper.verify(keyRing, row);
      keeper.nameOf(keyRing, row);
      // The status is outside the MAC, the time of completion inside.
      if (row.kind === 'file' && (row.status === 'ready') !== (row.completed_at !== null))
        throw new CryptoError();
      if (row.parent_id === null) return;
      const parent = nodes.find(row.parent_id);
      if (parent?.kind !== 'folder' || parent.security_group_id !== row.security_group_id)
        throw new CryptoError();
    });
  }

  /** Opens parts of an unfinished resumable upload. */
  async function* readPart(row: NodeRow, dek: Dek, part: PartRow): AsyncGenerator<Uint8Array> {
    const { node_id, security_group_id } = row;
    const { attempt_id } = part;
    const owner = { workspace_id: deps.workspaceId(), security_group_id, node_id };
    const context = contextOfPart(owner, part);
    const file = await openSealedFile(await core.blobs.open(attempt_id), dek, context);
    try {
      if (file.size !== part.size) throw new CryptoError();
      yield* file.read(0, file.size);
    } finally {
      await file.close();
    }
  }

  function contentOf(row: NodeRow, dek: Dek): Read[] {
    if (row.kind === 'folder' || row.status === 'failed') return [];
    if (deps.isAtClinic?.(row.node_id) === true) return [];
    if (row.status === 'pending')
      return parts.list(row.node_id).map((part) => () => readPart(row, dek, part));
    return [() => wholeFile(row, dek)];
  }

  async function* wholeFile(row: NodeRow, dek: Dek): AsyncGenerator<Uint8Array> {
    const segments = segmentsOf(core, row, dek);
    const size = segments.reduce((sum, segment) => sum + segment.size, 0);
    if (size !== row.size) throw new CryptoError();
    // An empty file also has one sealed chunk, which reading would not open.
    for (const segment of segments) await (await segment.open()).close();
    yield* readSegments(segments, undefined, { start: 0, end: size });
  }

  async function* picture(row: NodeRow, dek: Dek, variant: VariantRow): AsyncGenerator<Uint8Array> {
    yield* readSegments(variantSegments(core, row, dek, variant), undefined, { start: 0, end: variant.size });
  }

  async function checkFile(row: NodeRow, dek: Dek, onBytes: (bytes: number) => void): Promise<Finding[]> {
    const { node_id, security_group_id } = row;
    const found = new Set<FindingCode>();
    const onRun = ({ length }: Uint8Array) => onBytes(length);
    for (const read of contentOf(row, dek)) {
      const outcome = await verifySealedFile(read, onRun);
      if (outcome === 'missing') found.add('blob_missing');
      if (outcome === 'damaged') found.add('blob_damaged');
      if (outcome === 'no_id') found.add('id_damaged');
    }
    for (const variant of processing.variants(node_id)) {
      const outcome = await verifySealedFile(() => picture(row, dek, variant), onRun);
      const isAtClinic = outcome === 'missing' && deps.isAtClinic !== undefined;
      if (outcome !== 'opens' && !isAtClinic) found.add('picture_damaged');
    }
    const header = processing.find(node_id)?.encrypted_header;
    const owner = { workspace_id: deps.workspaceId(), security_group_id, node_id };
    if (header && !succeeds(() => openAnyHeader(dek, owner, header))) found.add('picture_damaged');
    return [...found].map((code) => finding(code, node_id));
  }

  return {
    listIdsAfter: nodes.listIdsAfter,
    async check(keyRing, nodeId, onBytes) {
      const row = nodes.find(nodeId);
      if (row === undefined || !keyRing.hasGroupKey(row.security_group_id)) return undefined;
      const id = isUuidV7(nodeId) ? nodeId : null;
      if (id === null || !rowHolds(keyRing, row)) return [finding('file_damaged', id)];
      const dek = keeper.dekOf(keyRing, row);
      const findings = await checkFile(row, dek, onBytes);
      keeper.forget(keyRing, nodeId);
      const now = findings.length > 0 ? nodes.find(nodeId) : row;
      if (now === undefined) return undefined;
      // A part was uploaded again, or the upload completed, while its files were read.
      return now.row_rev === row.row_rev && now.status === row.status
        ? findings
        : this.check(keyRing, nodeId, onBytes);
    },
  };
}

function succeeds(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof CryptoError) return false;
    if (error instanceof VaultError && error.code === 'group_key_unavailable') return false;
    throw error;
  }
}
