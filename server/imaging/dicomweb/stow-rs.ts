/** Implements STOW-RS: each part is received like an object sent by C-STORE. Source: DICOM PS3.18 10.5. */
import type { Readable } from 'node:stream';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { storeStatusOf } from '#contract/imaging/store-status.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import type { DicomJson } from '#dicom/json-model.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import { eachPart } from './multipart-related.ts';
import { attribute } from './qido-result.ts';
import { createPartStore } from './store-part.ts';

export interface StorePorts {
  /** Checks that STOW-RS is enabled. @throws permission_denied where an administrator turned STOW-RS off */
  readonly assertStow: () => void;
  readonly begin: (
    group: SecurityGroupId,
    source: string,
  ) => Promise<{
    readonly write: (bytes: Uint8Array) => Promise<void>;
    readonly finish: (
      check: (header: InstanceHeader) => void,
    ) => Promise<InstanceHeader & { readonly node_id: NodeId }>;
    readonly discard: () => Promise<void>;
  }>;
  /** Resolves when these are filed into exams, or no server is filing them. */
  readonly filed: (nodeIds: readonly NodeId[]) => Promise<void>;
}

export interface StoreRequest {
  readonly group: SecurityGroupId;
  /** Instances of another study are refused. */
  readonly study: string | undefined;
  readonly body: Readable;
  readonly boundary: string;
  /** True once the sender has disconnected; then no further part is begun. */
  readonly isGone: () => boolean;
  readonly onActivity: () => void;
  /** The URL from which an instance can be retrieved. */
  readonly url: (header: InstanceHeader) => string;
}

export interface StoreAnswer {
  readonly stored: number;
  readonly failed: number;
  readonly body: DicomJson;
}

/**
 * Stores all parts of a request.
 * @throws permission_denied, invalid_request without any part, malformed_request, session_locked
 */
export async function storeInstances(
  ports: StorePorts,
  actor: Actor,
  { group, study, body, boundary, isGone, onActivity, url }: StoreRequest,
): Promise<StoreAnswer> {
  requireRoleInGroup(actor, group, 'editor');
  ports.assertStow();
  const stored: (InstanceHeader & { readonly node_id: NodeId })[] = [];
  const failed: number[] = [];
  const storeOne = createPartStore(begin, onActivity);
  await eachPart(body, boundary, async (part) => {
    if (actor.signal.aborted)
      throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
    if (isGone()) throw new VaultError('malformed_request', 'The sender closed the connection.');
    try {
      stored.push(await storeOne(part));
    } catch (error) {
      if (actor.signal.aborted) throw error;
      failed.push(storeStatusOf(error));
      part.resume();
    }
  });
  if (stored.length + failed.length === 0) {
    throw new VaultError('invalid_request', 'The body has no instance.');
  }
  await ports.filed(stored.map(({ node_id }) => node_id));
  return { stored: stored.length, failed: failed.length, body: answerOf() };

  async function begin() {
    const incoming = await ports.begin(group, '');
    const finish = () =>
      incoming.finish((header) => {
        if (study !== undefined && header.study_uid !== study) {
          throw new VaultError('invalid_request', 'The instance belongs to another study.');
        }
      });
    return { write: incoming.write, finish, discard: incoming.discard };
  }

  function answerOf(): DicomJson {
    const references = stored.map((header) => ({
      '00081150': attribute('UI', header.sop_class_uid),
      '00081155': attribute('UI', header.instance_uid),
      '00081190': attribute('UR', url(header)),
    }));
    // An unreadable part has no instance UID to report.
    const failures = failed.map((reason) => ({
      '00081150': attribute('UI', null),
      '00081155': attribute('UI', null),
      '00081197': attribute('US', reason),
    }));
    return {
      ...(references.length > 0 ? { '00081199': { vr: 'SQ', Value: references } } : {}),
      ...(failures.length > 0 ? { '00081198': { vr: 'SQ', Value: failures } } : {}),
    };
  }
}
