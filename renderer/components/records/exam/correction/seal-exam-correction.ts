/**
 * Corrects the facts of an exam, not its text. Seals a version with its reason, sets the patient, records a
 * move, and carries the draft over so that typed text is kept. Every step is idempotent. Uses no screen.
 */
import type { ExamRecord } from '#contract/documents/records.ts';
import type { DocumentView, Draft } from '#contract/documents/views.ts';
import { type FileOwner, withConfirmedOwner } from '#records/identity/picture-owner.ts';
import { withReportFacts, withSealReason } from '#records/reports/report-status.ts';
import { type ExamMove, withMove, withMovedReport } from '#records/studies/patient-changes.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { assurePaperLocale } from '#renderer/components/records/letter/assure-paper-locale.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

export interface FactsChange {
  /** Exam as it was shown; its version must still be the newest. */
  readonly view: DocumentView<'exams'>;
  readonly draft: Draft<'exams'> | undefined;
  /** Changes a record; applied to the newest version and to the caller's own draft. */
  readonly apply: (record: ExamRecord) => ExamRecord;
  readonly reason: string;
  /** New tags; undefined keeps them. */
  readonly tags?: readonly string[];
  /** New specialists; undefined keeps them. */
  readonly specialist_ids?: readonly string[];
  /** New patient of the exam; undefined keeps it. */
  readonly patient_id?: string | null;
  /**
   * True to record the move in both patients, because the report may have been read under the earlier name.
   */
  readonly leavesTrace?: boolean;
  /** Files of key images that a person says are of the new patient, though they name somebody else. */
  readonly theirs?: readonly FileOwner[];
  /** True to sign the new version as corrected, because the signed facts have changed. */
  readonly signs?: boolean;
}

export interface SealedFacts {
  readonly view: DocumentView<'exams'>;
  /** Caller's own draft, based on the new version. */
  readonly draft: Draft<'exams'> | undefined;
}

/** Wraps the sealing; an open report merges the result. */
export type AroundSealing = (seal: () => Promise<SealedFacts>) => Promise<void>;

/**
 * Seals a correction of an exam's facts. @throws the vault's error; version_conflict if another person sealed
 * meanwhile.
 */
export async function sealFacts(change: FactsChange): Promise<SealedFacts> {
  const { view, apply, reason, tags, specialist_ids, patient_id } = change;
  const { document_id: id, meta } = view.index;
  const principal = useSession.getState().session?.principal;
  const now = new Date().toISOString();
  const by = principal?.display_name ?? '';
  const from = meta.patient_id ?? null;
  const move: ExamMove | undefined =
    patient_id === undefined || patient_id === from
      ? undefined
      : { from, to: patient_id, moved_at: now, moved_by: by, reason };
  const said = { said_by: by, said_at: now };
  const changed = (record: ExamRecord): ExamRecord =>
    withOwners(withMoveOf(apply(record), move), change.theirs ?? [], said);
  const record = changed(view.record);
  const facts = change.signs
    ? { status: 'corrected', signed_by: by, signed_at: now, amend_reason: reason, pending: undefined }
    : undefined;
  const attributes = facts ? withReportFacts(record.custom_attributes, facts) : record.custom_attributes;
  const own = change.draft?.author.principal_id === principal?.principal_id ? change.draft : undefined;
  // Sealing a version deletes the drafts of the version it replaces. Without a base the person's own draft survives.
  const kept = own && (await putDraft(id, changed(own.record), null, own.draft_rev));
  const sealed = await vault()
    .exams.update(id, {
      record: { ...record, custom_attributes: withSealReason(attributes, reason, view.version_id) },
      expected_latest_version_id: view.version_id,
      ...(tags === undefined ? {} : { tags: [...tags] }),
      ...(specialist_ids === undefined ? {} : { specialist_ids: [...specialist_ids] }),
    })
    .catch(async (error: unknown) => {
      if (own && kept) await putDraft(id, own.record, own.base_version_id, kept.draft_rev);
      throw error;
    });
  if (move) {
    await vault().exams.setPatient(id, {
      patient_id: move.to,
      expected_latest_version_id: sealed.version_id,
    });
    if (change.leavesTrace) await leaveTraces(id, record.title ?? '', move);
  }
  if (facts && sealed.version_id !== null) {
    await assurePaperLocale();
    await vault().exams.sign(id, { version_id: sealed.version_id, intent: 'amended' });
  }
  const draft = kept && (await putDraft(id, kept.record, sealed.version_id, kept.draft_rev));
  const latest = await vault().exams.get(id);
  examCache.put(latest);
  return { view: latest, draft };
}

/** Returns the record as it is sealed after the move, if there is one: who was told before was told of another. */
export function withMoveOf(record: ExamRecord, move: ExamMove | undefined): ExamRecord {
  return move ? { ...record, custom_attributes: withMove(record.custom_attributes, move) } : record;
}

/** What is said of the new patient is recorded after the move, which keeps what was said of the earlier one as such. */
function withOwners(
  record: ExamRecord,
  files: readonly FileOwner[],
  said: { readonly said_by: string; readonly said_at: string },
): ExamRecord {
  if (files.length === 0) return record;
  const custom_attributes = files.reduce(
    (known, file) => withConfirmedOwner(known, file, said),
    record.custom_attributes,
  );
  return { ...record, custom_attributes };
}

async function putDraft(
  id: string,
  record: ExamRecord,
  base_version_id: string | null,
  expected_draft_rev: string,
): Promise<Draft<'exams'>> {
  const state = await vault().exams.draft.put(id, { record, base_version_id, expected_draft_rev });
  return { ...state, record };
}

async function leaveTraces(exam_id: string, title: string, move: ExamMove): Promise<void> {
  const { moved_at, moved_by, reason } = move;
  for (const way of ['out', 'in'] as const) {
    const patient = way === 'out' ? move.from : move.to;
    if (patient === null) continue;
    const trace = { exam_id, title, way, moved_at, moved_by, reason };
    const view = await vault().patients.edit(patient, (known) => ({
      ...known,
      custom_attributes: withMovedReport(known.custom_attributes, trace),
    }));
    patientCache.put(view);
  }
}
