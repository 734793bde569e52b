/** Vault's side of the DICOM thread: responds to its calls, and keeps objects being received by number. */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { WorklistItem, WorklistKeys } from '#dicom/worklist-attributes.ts';
import type { Incoming } from '#server/imaging/dimse/begin-received-object.ts';
import type { DimseAnswer, DimseAsk } from './thread-messages.ts';

export interface AskedPorts {
  readonly begin: (group: SecurityGroupId, source: string) => Promise<Incoming>;
  /** Planned exams of the group for the requesting application entity. @throws session_locked, request_too_large */
  readonly worklist: (request: {
    readonly group: SecurityGroupId;
    readonly station: string;
    readonly keys: WorklistKeys;
  }) => Promise<readonly WorklistItem[]>;
  readonly onFailure: (error: unknown) => void;
}

export interface ThreadAnswers {
  /** Answers a call of the thread. Never rejects. */
  readonly answer: (id: number, ask: DimseAsk) => Promise<DimseAnswer>;
  /** Call when the thread has ended: discards incomplete objects. */
  readonly dropAll: () => Promise<void>;
}

/** Creates the handler. @param group throws where none is named and there is not exactly one. */
export function createThreadAnswers(ports: AskedPorts, group: () => SecurityGroupId): ThreadAnswers {
  const objects = new Map<number, Incoming>();
  let isOver = false;

  async function work(id: number, ask: DimseAsk): Promise<DimseAnswer> {
    if (ask.kind === 'worklist') {
      const { station, keys } = ask;
      return { items: await ports.worklist({ group: group(), station, keys }) };
    }
    if (ask.kind === 'begin') {
      const begun = await ports.begin(group(), ask.source);
      if (isOver) await begun.discard();
      else objects.set(id, begun);
      return {};
    }
    const object = objects.get(ask.object);
    if (ask.kind === 'write') {
      await object?.write(ask.bytes);
      return {};
    }
    objects.delete(ask.object);
    if (ask.kind === 'discard') await object?.discard();
    else if (object !== undefined) await object.finish();
    else throw new VaultError('protocol_error', 'The object was never begun, or has ended.');
    return {};
  }

  return {
    async answer(id, ask) {
      try {
        return await work(id, ask);
      } catch (error) {
        const isRefusal = error instanceof VaultError;
        if (!isRefusal || error.code === 'protocol_error') ports.onFailure(error);
        return isRefusal
          ? { code: error.code, message: error.message }
          : { code: undefined, message: 'The vault failed.' };
      }
    },
    async dropAll() {
      isOver = true;
      const left = [...objects.values()];
      objects.clear();
      await Promise.allSettled(left.map((object) => object.discard()));
    },
  };
}
