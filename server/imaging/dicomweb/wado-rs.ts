/** Implements WADO-RS: returns instances unchanged as stored, and their attributes. Source: DICOM PS3.18 10.4. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

/** A stored instance, decrypted run by run; a run's buffer is used again two runs later. */
export interface InstanceFile {
  readonly size: number;
  readonly read: () => AsyncGenerator<Uint8Array, void, undefined>;
}

export interface StoredInstance {
  readonly row: { readonly node_id: NodeId };
  readonly header: DicomHeader;
}

export interface RetrievePorts {
  readonly filesOfStudy: (actor: Actor, group: SecurityGroupId, uid: string) => readonly StoredInstance[];
  readonly open: (actor: Actor, group: SecurityGroupId, nodeId: NodeId) => InstanceFile;
}

export interface InstancePath {
  readonly sg: SecurityGroupId;
  readonly study: string;
  readonly series?: string | undefined;
  readonly instance?: string | undefined;
}

const BOUNDARY_BYTES = 24;

/** The instances a path names, in order of arrival. @throws not_found where there is none */
export function instancesAt(ports: RetrievePorts, actor: Actor, path: InstancePath): StoredInstance[] {
  const found = ports
    .filesOfStudy(actor, path.sg, path.study)
    .filter(
      ({ header }) =>
        (path.series === undefined || header.series_uid === path.series) &&
        (path.instance === undefined || header.instance_uid === path.instance),
    );
  if (found.length > 0) return found;
  throw new VaultError('not_found', 'This study, series or instance was not found.');
}

export interface RelatedBody {
  readonly content_type: string;
  /** Writes the parts; the caller ends the sink. */
  readonly writeTo: (sink: Writable) => Promise<void>;
}

/** Builds one `multipart/related` body of the instances. */
export function relatedBody(
  ports: RetrievePorts,
  actor: Actor,
  group: SecurityGroupId,
  instances: readonly StoredInstance[],
  onActivity: () => void,
): RelatedBody {
  const boundary = encodeHex(randomBytes(BOUNDARY_BYTES));
  return {
    content_type: `multipart/related; type="application/dicom"; boundary=${boundary}`,
    async writeTo(sink) {
      for (const { row } of instances) {
        await write(sink, Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`));
        await writeFile(ports.open(actor, group, row.node_id), actor, sink, onActivity);
        await write(sink, Buffer.from('\r\n'));
      }
      await write(sink, Buffer.from(`--${boundary}--\r\n`));
    },
  };
}

export async function writeFile(
  file: InstanceFile,
  actor: Actor,
  sink: Writable,
  onActivity: () => void,
): Promise<void> {
  for await (const run of file.read()) {
    if (actor.signal.aborted)
      throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
    onActivity();
    await write(sink, run);
  }
}

/** Resolves when the bytes are sent, because their buffer is used again. */
async function write(sink: Writable, bytes: Uint8Array): Promise<void> {
  if (sink.destroyed) throw new VaultError('malformed_request', 'The receiver closed the connection.');
  const gone = new AbortController();
  try {
    await Promise.race([
      new Promise<void>((resolve, reject) => {
        sink.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
      once(sink, 'close', { signal: gone.signal }).then(() => {
        throw new VaultError('malformed_request', 'The receiver closed the connection.');
      }),
    ]);
  } finally {
    gone.abort();
  }
}
