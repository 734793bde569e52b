/**
 * Sends a travelling copy the sealed rows and manifests of files and folders, as stored, in order of change time; nodes
 * have no change numbers. Every sync starts one minute before the previous one's end, because server clocks differ and
 * a change is dated before its commit. The copy recognises repeated rows by their MAC. Source: clinic design, section
 * 9.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { parseNodeId } from '#contract/ids.ts';
import { parseInstant } from '#contract/instant.ts';
import { TRAVEL_ANSWER_BYTES, TRAVEL_PAGE_DEFAULT } from '#contract/limits.ts';
import type { SealedNode } from '#contract/sync/sealed-rows.ts';
import type { PulledNodes, PullNodesBody } from '#contract/sync/sync-bodies.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import { encodeRow } from '#server/identity/requests/row-as-json.ts';
import type { NodeChangePlace, NodeRow } from '#server/storage/drives/node-row.ts';
import { type PreserializedJson, pageWithList, serializeSlice } from '#server/system/preserialized-json.ts';

/** Server clocks differ by at most 5 s, and a transaction is ended after 5 s. */
const STEP_BACK_MS = 60_000;
const INSTANT_CHARS = 24;
const START: NodeChangePlace = { updated_at: '', node_id: '' };
/** Rows read at a time within a page; other requests run in between. */
const SLICE_ROWS = 50;
const SLICE_BYTES = 512 * 1024;
/** Size of a row without variable-length columns. */
const ROW_BYTES = 1024;

/**
 * Returns a page of changed nodes.
 * @throws permission_denied unless a member, group_key_unavailable without the group's key, invalid_request
 */
export async function pullNodes(
  core: DrivesCore,
  actor: Actor,
  { security_group_id, after, limit = TRAVEL_PAGE_DEFAULT }: PullNodesBody,
): Promise<PreserializedJson<PulledNodes>> {
  function requireKey(): void {
    requireRoleInGroup(actor, security_group_id, 'viewer');
    actor.keyRing.currentGroupKey(security_group_id);
  }
  requireKey();
  let from = parsePlace(after);
  const serialised: Buffer[] = [];
  let bytes = 0;

  function slice(count: number): { readonly read: number; readonly isLast: boolean } {
    const places = core.nodes.listChangesAfter(security_group_id, from, count);
    const nodes: SealedNode[] = [];
    const most = Math.min(TRAVEL_ANSWER_BYTES, bytes + SLICE_BYTES);
    let read = 0;
    for (const place of places) {
      if (bytes >= most) break;
      [from, read] = [place, read + 1];
      const row = core.nodes.find(place.node_id);
      if (row === undefined || row.completed_at === null) continue;
      const manifest = manifestOf(core, row);
      const header = core.processing.find(row.node_id)?.encrypted_header ?? undefined;
      nodes.push({
        row: encodeRow(row),
        manifest: textOf(manifest),
        header: textOf(header),
        variants: core.processing.variants(row.node_id).map(({ node_id: _, ...variant }) => variant),
      });
      bytes += ROW_BYTES + (manifest?.length ?? 0) + (header?.length ?? 0);
    }
    serialised.push(serializeSlice(nodes));
    return { read, isLast: places.length < count && read === places.length };
  }

  for (let left = limit; ; ) {
    const { read, isLast } = core.deps.db.readSnapshot(() => slice(Math.min(left, SLICE_ROWS)));
    left -= read;
    if (isLast || left === 0 || bytes >= TRAVEL_ANSWER_BYTES) {
      const { epoch } = core.serviceState.progress();
      const next = formatPlace(isLast ? steppedBack(core, from) : from);
      return pageWithList<PulledNodes>({ epoch, next, is_last: isLast }, 'nodes', serialised);
    }
    await core.deps.turns.giveWay(actor.principal_id);
    requireKey();
  }
}

function manifestOf(core: DrivesCore, row: NodeRow): Uint8Array | undefined {
  return row.transfer === 'resumable' ? core.parts.findManifest(row.node_id) : undefined;
}

function textOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : encodeBase64Url(bytes);
}

function steppedBack({ deps }: DrivesCore, place: NodeChangePlace): NodeChangePlace {
  const latest = new Date(deps.clock.nowMs() - STEP_BACK_MS).toISOString();
  return place.updated_at > latest ? { updated_at: latest, node_id: '' } : place;
}

const formatPlace = ({ updated_at, node_id }: NodeChangePlace): string => `${updated_at}${node_id}`;

/** Parses a position. @throws invalid_request unless empty, or a position from an earlier response */
function parsePlace(text: string): NodeChangePlace {
  if (text === '') return START;
  const updated_at = text.slice(0, INSTANT_CHARS);
  const node_id = text.slice(INSTANT_CHARS);
  if (parseInstant(updated_at) === updated_at)
    return { updated_at, node_id: node_id === '' ? node_id : parseNodeId(node_id) };
  throw new VaultError('invalid_request', 'after must be a value from an earlier answer, unchanged.');
}
