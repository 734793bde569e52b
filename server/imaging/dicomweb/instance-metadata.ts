/**
 * Reads attributes of stored instances in the DICOM JSON Model. The sender decides their size, so all but short headers
 * are read in a thread with limits, and other requests do not wait. Source: DICOM PS3.18 10.4.1.1.2.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { datasetToJson } from '#dicom/json-model.ts';
import { openHead } from '#dicom/open-dataset.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { FairTurns } from '#server/system/concurrency/fair-scheduler.ts';
import { type KeyedQueue, waitForTurn } from '#server/system/queue-per-key.ts';
import { createMetadataReader, type MetadataReader } from './metadata-reader.ts';
import { type InstanceFile, type InstancePath, instancesAt, type RetrievePorts } from './wado-rs.ts';

const PIXEL_DATA = 'x7fe00010';
/** Attributes are read from this many bytes of a file at most. */
const HEAD_MAX_BYTES = 32 * 1024 * 1024;
/** A header complete within this size is read in the main thread. */
const SHORT_HEAD_BYTES = 256 * 1024;
const SHORT_HEAD_BUDGET = { elementsMax: 2048, inflatedMaxBytes: SHORT_HEAD_BYTES };

export interface MetadataPorts extends RetrievePorts {
  readonly turns: Pick<FairTurns, 'giveWay'>;
  /** Reads one request of a principal at a time, because each may need a thread. */
  readonly metadataInLine: KeyedQueue;
}

/**
 * Yields one attribute set as JSON for each instance.
 * @throws not_found, rate_limited, invalid_request where there is too much of it
 */
export async function* metadataOf(
  ports: MetadataPorts,
  actor: Actor,
  path: InstancePath,
): AsyncGenerator<string> {
  const instances = instancesAt(ports, actor, path);
  const leave = await waitForTurn(ports.metadataInLine, actor.principal_id);
  let reader: MetadataReader | undefined;
  try {
    for (const { row } of instances) {
      await ports.turns.giveWay(actor.principal_id);
      assertUnlocked(actor);
      const json = await shortHead(ports.open(actor, path.sg, row.node_id));
      if (json === undefined) reader ??= createMetadataReader();
      yield json ?? (await reader?.read(await headOf(ports, actor, path.sg, row.node_id))) ?? '{}';
      assertUnlocked(actor);
    }
  } finally {
    leave();
    await reader?.close();
  }
}

/** Reads the attributes of a short header. Undefined where it is longer, or has many attributes. */
async function shortHead(file: InstanceFile): Promise<string | undefined> {
  const bytes = await headBytes(file, SHORT_HEAD_BYTES);
  try {
    const dataset = openHead(bytes, PIXEL_DATA, SHORT_HEAD_BUDGET);
    const isComplete = dataset.element(PIXEL_DATA) !== undefined || bytes.length >= file.size;
    return dataset.isWhole && isComplete ? JSON.stringify(datasetToJson(dataset)) : undefined;
  } catch {
    // The thread reports the fault.
    return undefined;
  }
}

function headOf(
  ports: RetrievePorts,
  actor: Actor,
  group: SecurityGroupId,
  nodeId: Parameters<RetrievePorts['open']>[2],
): Promise<Uint8Array<ArrayBuffer>> {
  return headBytes(ports.open(actor, group, nodeId), HEAD_MAX_BYTES);
}

async function headBytes(file: InstanceFile, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const head = new Uint8Array(Math.min(maxBytes, file.size));
  let taken = 0;
  for await (const run of file.read()) {
    const part = run.subarray(0, head.length - taken);
    head.set(part, taken);
    taken += part.length;
    if (taken >= head.length) break;
  }
  return head.subarray(0, taken);
}

function assertUnlocked({ signal }: Actor): void {
  if (signal.aborted)
    throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
}
