/**
 * Handles one association with a modality or archive: C-ECHO, C-STORE and C-FIND of the modality worklist. An
 * object is sealed while it arrives and acknowledged with `Success` once durable. A hostile peer can end its own
 * connection at most. Source: DICOM PS3.4 B and K, PS3.7 9.1; imaging design, "Receiving while locked".
 */
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import dimse, { type association, type requests, type responses } from 'dcmjs-dimse';
import { VaultError } from '#contract/errors/vault-error.ts';
import { storeStatusOf } from '#contract/imaging/store-status.ts';
import { DICOM_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import type { WorklistItem, WorklistKeys } from '#dicom/worklist-attributes.ts';
import type { RequestFault } from './association-request.ts';
import { beginObject, type Incoming } from './begin-received-object.ts';
import { readMessages } from './dcmjs-dimse-internals.ts';
import { createMessageGuard, type Fragment, InvalidMessageError, neededByLibrary } from './message-guard.ts';
import { FAULT_REFUSALS, negotiate, takesAnswers } from './negotiation.ts';
import { requireReader, UnreadResponsesError } from './thread/unread-responses.ts';
import { failedFindResponse, pendingFindResponse, successFindResponse } from './worklist/worklist-find.ts';
import { readWorklistQuery, UnreadableQueryError } from './worklist/worklist-query.ts';

type Association = InstanceType<typeof association.Association>;
type PresentationContext = InstanceType<typeof association.PresentationContext>;

export interface ScpPorts {
  readonly ae: string;
  /** A fault of the association request that the library does not check. */
  readonly fault: () => RequestFault | undefined;
  /** True when a peer of this title may connect from its address. */
  readonly admits: (callingAe: string) => boolean;
  /** Counts the association; false where there are too many. Uncounted when the connection closes. */
  readonly enter: () => boolean;
  readonly begin: (callingAe: string) => Promise<Incoming>;
  readonly onReceived: (callingAe: string) => void;
  /** Finds worklist items. @throws session_locked, request_too_large */
  readonly worklist: (callingAe: string, keys: WorklistKeys) => Promise<readonly WorklistItem[]>;
  readonly onFailure: (error: unknown) => void;
}

/** Number of bytes waiting for the disk above which the peer is paused. */
const WAITING_MAX_BYTES = 1024 * 1024;

export class VaultScp extends dimse.Scp {
  readonly #socket: Socket;
  readonly #ports: ScpPorts;
  #association: Association | undefined;
  #incoming: Promise<Incoming> | undefined;
  #outcome: number = dimse.constants.Status.Success;
  readonly #messages = createMessageGuard();
  /** True while the items of a query are looked for. */
  #isFinding = false;
  /** Bytes since the last complete request, which the library gathers in memory. */
  #requestBytes = 0;

  constructor(socket: Socket, options: object, ports: ScpPorts) {
    super(socket, options);
    this.#socket = socket;
    this.#ports = ports;
    socket.once('close', () => void this.#dropIncoming());
    socket.on('data', (chunk) => this.#countRequest(chunk.length));
  }

  #countRequest(bytes: number): void {
    if (this.#incoming !== undefined) return;
    this.#requestBytes += bytes;
    if (this.#requestBytes > DICOM_REQUEST_MAX_BYTES) this.#socket.destroy();
  }

  async _processPDataTf(unit: { readonly getPdvs: () => readonly Fragment[] }): Promise<void> {
    if (this.#socket.destroyed) return;
    const fragments = unit.getPdvs();
    if (!this.#messages.admits(fragments)) return this.#hangUp(new InvalidMessageError());
    const needed = neededByLibrary(fragments);
    await Reflect.apply(readMessages, this, [{ getPdvs: () => needed }]);
  }

  /** Runs a callback of the library; its errors would otherwise end the thread. */
  #guard(work: () => void): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    try {
      work();
    } catch (error) {
      this.#hangUp(error);
    }
  }

  #hangUp(error: unknown): void {
    this.#socket.destroy();
    // Logged only for an accepted peer, because anyone can send garbage.
    if (this.#association !== undefined) this.#ports.onFailure(error);
  }

  override associationRequested(proposed: Association): void {
    this.#guard(() => this.#answerAssociation(proposed));
  }

  #answerAssociation(proposed: Association): void {
    const refusal = this.#refusalOf(proposed);
    if (this.#association !== undefined) this.#socket.destroy();
    else if (refusal !== undefined) {
      this.sendAssociationReject(...refusal);
      this.#socket.end();
    } else {
      this.#association = proposed;
      negotiate(proposed);
      this.sendAssociationAccept();
    }
  }

  /** Result, source and reason; undefined where the association is accepted and counted. */
  #refusalOf(proposed: Association): [number, number, number] | undefined {
    const { RejectReason, RejectResult, RejectSource } = dimse.constants;
    const { Permanent, Transient } = RejectResult;
    const fault = this.#ports.fault();
    if (fault !== undefined) return FAULT_REFUSALS[fault];
    if (proposed.getCalledAeTitle().trim() !== this.#ports.ae) {
      return [Permanent, RejectSource.ServiceUser, RejectReason.CalledAeNotRecognized];
    }
    if (!this.#ports.admits(proposed.getCallingAeTitle().trim())) {
      return [Permanent, RejectSource.ServiceUser, RejectReason.CallingAeNotRecognized];
    }
    if (!takesAnswers(proposed))
      return [Permanent, RejectSource.ServiceProviderAcse, RejectReason.NoReasonGiven];
    if (this.#association !== undefined || this.#ports.enter()) return undefined;
    return [Transient, RejectSource.ServiceProviderPresentation, RejectReason.LocalLimitExceeded];
  }

  #callingAe(): string {
    return this.#association?.getCallingAeTitle().trim() ?? '';
  }

  override associationReleaseRequested(): void {
    this.#guard(() => {
      this.sendAssociationReleaseResponse();
      this.#socket.end();
    });
  }

  override abort(): void {
    this.#socket.end();
  }

  override cEchoRequest(
    request: requests.CEchoRequest,
    callback: (response: responses.CEchoResponse) => void,
  ): void {
    this.#requestBytes = 0;
    this.#guard(() => {
      requireReader(this.#socket);
      const response = dimse.responses.CEchoResponse.fromRequest(request);
      response.setStatus(dimse.constants.Status.Success);
      callback(response);
    });
  }

  override cFindRequest(
    request: requests.CFindRequest,
    callback: (responses: responses.CFindResponse[]) => void,
  ): void {
    this.#requestBytes = 0;
    const identifier = request.getDataset() && this.#messages.identifier();
    this.#guard(() => {
      requireReader(this.#socket);
      if (this.#isFinding) throw new UnreadResponsesError();
      this.#isFinding = true;
      this.#answerFind(request, identifier)
        .then(callback)
        .catch((error) => this.#hangUp(error))
        .finally(() => (this.#isFinding = false));
    });
  }

  async #answerFind(
    request: requests.CFindRequest,
    identifier: Uint8Array | undefined,
  ): Promise<responses.CFindResponse[]> {
    try {
      const query = readWorklistQuery(identifier, request.getDataset()?.getTransferSyntaxUid() ?? '');
      const items = await this.#ports.worklist(this.#callingAe(), query.keys);
      return [
        ...items.map((item) => pendingFindResponse(request, query, item)),
        successFindResponse(request),
      ];
    } catch (error) {
      const isTold = error instanceof VaultError || error instanceof UnreadableQueryError;
      if (!isTold) this.#ports.onFailure(error);
      return [failedFindResponse(request, error)];
    }
  }

  override createStoreWritableStream(
    context: PresentationContext,
    request: requests.CStoreRequest,
  ): Writable {
    this.#requestBytes = 0;
    const source_ae = this.#callingAe();
    this.#outcome = dimse.constants.Status.Success;
    const opening = beginObject(() => this.#ports.begin(source_ae), {
      sop_class_uid: request.getAffectedSopClassUid(),
      instance_uid: request.getAffectedSopInstanceUid(),
      transfer_syntax_uid: context.getAcceptedTransferSyntaxUid() ?? '',
      source_ae,
    });
    this.#incoming = opening;
    opening.catch(() => undefined);
    const stream = new Writable({
      highWaterMark: WAITING_MAX_BYTES,
      write: (chunk: Uint8Array, _encoding, done) => {
        opening
          .then((incoming) => (this.#isRefused() ? undefined : incoming.write(chunk)))
          .then(
            () => done(),
            (error) => {
              // The rest is read and dropped, so that the peer gets its response.
              this.#refuse(error);
              done();
            },
          );
      },
    });
    // Ends a peer that sends more before the response: `negotiate` grants no asynchronous operations, and the bytes
    // would go into the finished object.
    stream.on('error', () => this.#socket.destroy());
    // Pauses the socket, because the library ignores back-pressure.
    stream.on('drain', () => this.#socket.resume());
    this.#pauseWhenFull(stream);
    return stream;
  }

  /** Stores the bytes unchanged, without parsing. */
  override createDatasetFromStoreWritableStream(
    writable: Writable,
    _context: PresentationContext,
    callback: (dataset: InstanceType<typeof dimse.Dataset>) => void,
  ): void {
    writable.once('finish', () => {
      // Fails if the peer has already sent its next command, because the library then forgets this request.
      this.#finish()
        .then(() => this.#guard(() => callback(new dimse.Dataset({}))))
        .catch((error) => this.#hangUp(error));
    });
  }

  override cStoreRequest(
    request: requests.CStoreRequest,
    callback: (response: responses.CStoreResponse) => void,
  ): void {
    this.#guard(() => {
      requireReader(this.#socket);
      const response = dimse.responses.CStoreResponse.fromRequest(request);
      response.setStatus(this.#outcome);
      callback(response);
    });
  }

  #isRefused(): boolean {
    return this.#outcome !== dimse.constants.Status.Success;
  }

  async #finish(): Promise<void> {
    const opening = this.#incoming;
    try {
      if (this.#isRefused()) return await this.#dropIncoming();
      await (await opening)?.finish();
      this.#incoming = undefined;
      this.#ports.onReceived(this.#callingAe());
    } catch (error) {
      this.#refuse(error);
      await this.#dropIncoming();
    }
  }

  #pauseWhenFull(stream: Writable): void {
    const look = () => {
      if (stream.writableNeedDrain) this.#socket.pause();
    };
    this.#socket.on('data', look);
    stream.once('close', () => {
      this.#socket.off('data', look);
      // A stream ended while full never emits `drain`.
      this.#socket.resume();
    });
  }

  #refuse(error: unknown): void {
    if (this.#isRefused()) return;
    this.#outcome = storeStatusOf(error);
    if (!(error instanceof VaultError) || error.code === 'protocol_error') this.#ports.onFailure(error);
  }

  async #dropIncoming(): Promise<void> {
    const opening = this.#incoming;
    this.#incoming = undefined;
    try {
      await (await opening)?.discard();
    } catch {
      // The object was never begun.
    }
  }
}
