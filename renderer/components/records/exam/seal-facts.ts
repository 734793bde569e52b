/**
 * Puts right what stands at an exam, not in its text: a version of its own with its reason, the patient it belongs to,
 * the traces of a move, and the draft carried over, so that nothing typed is lost. Each step can be done again: what
 * was done already is found done. Knows no screen.
 */
import type { ExamRecord } from '#contract/documents/records.ts';
import type { DocumentView, Draft } from '#contract/documents/views.ts';
import { withReportFacts, withSealReason } from '#records/reports/report-status.ts';
import { type ExamMove, withMove, withMovedReport } from '#records/studies/exam-moves.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examDirectory, patientDirectory } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

export interface FactsChange {
  /** The exam as it was shown; its version must be the newest still. */
  readonly view: DocumentView<'exams'>;
  readonly draft: Draft<'exams'> | undefined;
  /** Of the newest version, and of the caller's own draft alike. */
  readonly apply: (record: ExamRecord) => ExamRecord;
  readonly reason: string;
  /** Absent: as they are. */
  readonly tags?: readonly string[];
  /** Absent: as they are. */
  readonly specialist_ids?: readonly string[];
  /** The patient it belongs to from now on; undefined: as it is. */
  readonly patient_id?: string | null;
  /** Somebody may have read the report under the name it had: both patients keep a trace. */
  readonly leavesTrace?: boolean;
  /** The new version is signed by whoever changes it, as corrected: what was signed said otherwise. */
  readonly signs?: boolean;
}

export interface SealedFacts {
  readonly view: DocumentView<'exams'>;
  /** The caller's own, upon the new version. */
  readonly draft: Draft<'exams'> | undefined;
}

/** Takes the place of sealing alone: an open report joins what comes of it. */
export type AroundSealing = (seal: () => Promise<SealedFacts>) => Promise<void>;

/** @throws what the vault answers; version_conflict where somebody sealed meanwhile. */
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
  const changed = (record: ExamRecord): ExamRecord => {
    const next = apply(record);
    return move ? { ...next, custom_attributes: withMove(next.custom_attributes, move) } : next;
  };
  const record = changed(view.record);
  const facts = change.signs
    ? { status: 'corrected', signed_by: by, signed_at: now, amend_reason: reason, pending: undefined }
    : undefined;
  const attributes = facts ? withReportFacts(record.custom_attributes, facts) : record.custom_attributes;
  const own = change.draft?.author.principal_id === principal?.principal_id ? change.draft : undefined;
  // A version ends the draft it was begun from. One begun from none outlives it, whatever happens next.
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
  if (facts && sealed.version_id !== null)
    await vault().exams.sign(id, { version_id: sealed.version_id, intent: 'amended' });
  const draft = kept && (await putDraft(id, kept.record, sealed.version_id, kept.draft_rev));
  const latest = await vault().exams.get(id);
  examDirectory.put(latest);
  return { view: latest, draft };
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
    patientDirectory.put(view);
  }
}
