/**
 * Sends a travelling copy the sealed rows of documents as stored, in the order they changed. Nothing is opened or
 * verified here: the copy has the group's key and verifies each row itself. Source: clinic design, section 9.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId } from '#contract/ids.ts';
import { instantOf } from '#contract/instant.ts';
import { TRAVEL_ANSWER_BYTES, TRAVEL_PAGE_DEFAULT, TRAVEL_VERSIONS_BYTES } from '#contract/limits.ts';
import type { SealedDocument, SealedVersion } from '#contract/sync/sealed-rows.ts';
import type {
  PullBody,
  PullDocumentsBody,
  Pulled,
  PulledDocuments,
  PulledVersions,
  PullVersionsBody,
  TravelSize,
  TravelSizeQuery,
} from '#contract/sync/sync-bodies.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { type Actor, notFoundError, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import { encodeRow } from '#server/identity/requests/row-as-json.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import { type PreserializedJson, pageWithList, serializeSlice } from '#server/system/preserialized-json.ts';

/** Rows read at a time within a page; other requests run in between. */
const SLICE_ROWS = 50;
const SLICE_BYTES = 512 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Changes and purges of a group after `after`. Each slice is serialised in its own turn, because a page as one text
 * takes a tenth of a second.
 * @throws permission_denied unless a member, group_key_unavailable without the group's key, invalid_request
 */
export async function pullDocuments(
  core: DocumentsCore,
  actor: Actor,
  body: PullBody,
): Promise<PreserializedJson<Pulled>> {
  const { security_group_id, after, limit = TRAVEL_PAGE_DEFAULT, head_only = false } = body;
  const generation = requireKey(actor, security_group_id);
  const since = body.since === undefined ? undefined : instantOf('since', body.since);
  await noteCopy(core, actor, security_group_id);
  const budget = createBudget(TRAVEL_ANSWER_BYTES);
  const serialised: Buffer[] = [];
  const versionBytes = head_only ? 0 : TRAVEL_VERSIONS_BYTES;

  function slice(from: number, left: number): Omit<Pulled, 'documents' | 'generation'> & { read: number } {
    const count = Math.min(left, SLICE_ROWS);
    const ofSlice = createBudget(SLICE_BYTES);
    const documents: SealedDocument[] = [];
    const rows = core.documents.listChanges(security_group_id, from, count);
    let [next, read] = [from, 0];
    for (const row of rows) {
      if (budget.isSpent() || ofSlice.isSpent()) break;
      [next, read] = [row.change_seq, read + 1];
      if (row.resource === 'exams' && since !== undefined && row.updated_at < since) continue;
      documents.push(sealedDocument(core, row, versionBytes, budget, ofSlice));
    }
    serialised.push(serializeSlice(documents));
    const is_last = rows.length < count && read === rows.length;
    if (is_last) next = Math.max(next, core.documents.newestSeq());
    const isEnd = is_last || read === left || budget.isSpent();
    // Read once, with the last slice; a new copy has nothing to delete.
    const purged = after === 0 || !isEnd ? [] : core.purges.listBetween(security_group_id, after, next);
    return { epoch: core.serviceState.progress().epoch, purged, next, is_last, read };
  }

  let [place, left] = [after, limit];
  for (;;) {
    const { read, ...page } = core.db.readSnapshot(() => slice(place, left));
    [place, left] = [page.next, left - read];
    if (page.is_last || left === 0 || budget.isSpent()) {
      return pageWithList<Pulled>({ ...page, generation }, 'documents', serialised);
    }
    // A row changed meanwhile appears again at the end.
    await core.turns.giveWay(actor.principal_id);
    requireKey(actor, security_group_id);
  }
}

/** Number and size of a group's documents. @throws permission_denied unless a member; invalid_request */
export function sizeOfGroup(
  { documents }: DocumentsCore,
  actor: Actor,
  { security_group_id, since }: TravelSizeQuery,
): TravelSize {
  requireRoleInGroup(actor, security_group_id, 'viewer');
  const counted = documents.measure(security_group_id, since === undefined ? '' : instantOf('since', since));
  const of = (resource: Resource) => counted.find((each) => each.resource === resource)?.count ?? 0;
  return {
    ...{ patients: of('patients'), exams: of('exams'), templates: of('templates') },
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The existing documents of the group among the ids. @throws permission_denied, group_key_unavailable */
export async function pullDocumentsById(
  core: DocumentsCore,
  actor: Actor,
  { security_group_id, document_ids }: PullDocumentsBody,
): Promise<PreserializedJson<PulledDocuments>> {
  const budget = createBudget(TRAVEL_ANSWER_BYTES);
  const serialised: Buffer[] = [];

  /** Reads documents from the front of the ids, at least one; returns the rest. */
  function slice(ids: readonly DocumentId[]): readonly DocumentId[] {
    const ofSlice = createBudget(SLICE_BYTES);
    const rows = core.documents.findMany(ids.slice(0, SLICE_ROWS));
    const documents: SealedDocument[] = [];
    let read = 0;
    for (const id of ids.slice(0, SLICE_ROWS)) {
      if (ofSlice.isSpent()) break;
      read += 1;
      const row = rows.get(id);
      if (row?.security_group_id !== security_group_id) continue;
      documents.push(
        sealedDocument(core, row, budget.isSpent() ? 0 : TRAVEL_VERSIONS_BYTES, budget, ofSlice),
      );
    }
    serialised.push(serializeSlice(documents));
    return ids.slice(read);
  }

  for (let left: readonly DocumentId[] = [...new Set(document_ids)]; ; ) {
    requireKey(actor, security_group_id);
    left = core.db.readSnapshot(() => slice(left));
    if (left.length === 0) return pageWithList<PulledDocuments>({}, 'documents', serialised);
    await core.turns.giveWay(actor.principal_id);
  }
}

/** Versions of one document. @throws permission_denied, group_key_unavailable, not_found */
export async function pullVersions(
  core: DocumentsCore,
  actor: Actor,
  { security_group_id, document_id, after }: PullVersionsBody,
): Promise<PreserializedJson<PulledVersions>> {
  const budget = createBudget(TRAVEL_ANSWER_BYTES);
  const serialised: Buffer[] = [];

  function slice(from: number): { readonly next: number | null } {
    const row = core.rows.find(document_id, {
      isFor: (each) => each.security_group_id === security_group_id,
      groupIds: () => [security_group_id],
    });
    if (row === undefined) throw notFoundError();
    const ofSlice = createBudget(SLICE_BYTES);
    const versions: SealedVersion[] = [];
    let next: number | null = null;
    for (const version of core.versions.after(document_id, from)) {
      versions.push(encodeRow(version));
      for (const each of [budget, ofSlice]) each.spend(version.sealed);
      if (!ofSlice.isSpent() && !budget.isSpent()) continue;
      next = version.seq < row.seq ? version.seq : null;
      break;
    }
    serialised.push(serializeSlice(versions));
    return { next };
  }

  for (let place = after; ; ) {
    requireKey(actor, security_group_id);
    const { next } = core.db.readSnapshot(() => slice(place));
    if (next === null || budget.isSpent())
      return pageWithList<PulledVersions>({ next }, 'versions', serialised);
    place = next;
    await core.turns.giveWay(actor.principal_id);
  }
}

/** Requires the group's key. @returns the generation of the group's newest key. */
function requireKey(actor: Actor, securityGroupId: PullBody['security_group_id']): number {
  requireRoleInGroup(actor, securityGroupId, 'viewer');
  return actor.keyRing.currentGroupKey(securityGroupId).generation;
}

/** Records that a copy exists, at most once a day, so that purges are kept for it. */
async function noteCopy(
  core: DocumentsCore,
  { client_cn }: Actor,
  securityGroupId: PullBody['security_group_id'],
): Promise<void> {
  const yesterday = new Date(core.clock.nowMs() - DAY_MS).toISOString();
  if ((core.purges.namedCopyAskedAt(securityGroupId, client_cn) ?? '') >= yesterday) return;
  await core.commits.write(() => core.purges.noteCopy(securityGroupId, client_cn, nowInstant(core.clock)));
}

interface Budget {
  readonly spend: (...blobs: readonly Uint8Array[]) => void;
  readonly isSpent: () => boolean;
}

function createBudget(bytes: number): Budget {
  let left = bytes;
  return {
    spend(...blobs) {
      for (const { length } of blobs) left -= length;
    },
    isSpent: () => left <= 0,
  };
}

/** The row with its newest versions, at least the head, up to `versionBytes` in all. */
function sealedDocument(
  core: DocumentsCore,
  row: DocumentRow,
  versionBytes: number,
  ...budgets: readonly Budget[]
): SealedDocument {
  const { document_id } = row;
  const versions: SealedVersion[] = [];
  const ofVersions = createBudget(versionBytes);
  for (const version of core.versions.upTo(document_id, row.seq)) {
    versions.unshift(encodeRow(version));
    for (const each of [ofVersions, ...budgets]) each.spend(version.sealed);
    if (ofVersions.isSpent()) break;
  }
  const drafts = row.last_draft_rev === 0 ? [] : core.drafts.listAll(document_id);
  const signatures = row.signatures_sha256 === null ? [] : core.signatures.list(document_id);
  const cosign = row.cosign_sha256 === null ? [] : core.cosign.list(document_id);
  for (const each of budgets) each.spend(row.encrypted_index, row.dek, ...drafts.map(({ sealed }) => sealed));
  return {
    row: encodeRow(row),
    versions,
    drafts: drafts.map((draft) => encodeRow(draft)),
    signatures: signatures.map((signature) => encodeRow(signature)),
    cosign: cosign.map((entry) => encodeRow(entry)),
  };
}
