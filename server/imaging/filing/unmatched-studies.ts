/**
 * Lists unmatched studies: received studies and imported exams without a patient, each with similar patient records
 * (same family name, birth date or identifier). A person decides.
 * Source: imaging design, "DICOM in records".
 */
import type { PatientSummary } from '#contract/documents/summaries.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { MatchCandidate, UnmatchedStudy } from '#contract/imaging/unmatched-studies.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { compareDemographics, type DemographicComparison } from '#records/identity/compare-demographics.ts';
import { type SentExam, sentExam } from '#records/studies/unmatched-exam.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { DocumentsPort } from './filing-ports.ts';
import type { FindExamDeps } from './find-exam-of-study.ts';

const CANDIDATES_MAX = 3;
const LOOKED_AT = 50;
const EXAMS_COUNTED = 200;

export async function listUnmatchedStudies(
  deps: FindExamDeps,
  actor: Actor,
  group: SecurityGroupId,
): Promise<UnmatchedStudy[]> {
  requireRoleInGroup(actor, group, 'viewer');
  actor.keyRing.currentGroupKey(group);
  const studies: UnmatchedStudy[] = [];
  for (const examId of deps.documents.listUnlinkedExams(group)) {
    const study = await studyOf(deps, actor, group, examId);
    if (study !== undefined) studies.push(study);
  }
  return studies.sort((a, b) => (a.received_at < b.received_at ? 1 : -1));
}

async function studyOf(
  deps: FindExamDeps,
  actor: Actor,
  group: SecurityGroupId,
  examId: DocumentId,
): Promise<UnmatchedStudy | undefined> {
  const { documents } = deps;
  const view = await documents.get(actor, 'exams', examId).catch((error: unknown) => {
    // Lists mark it as damaged; here it must not hide others.
    if (error instanceof CryptoError) return undefined;
    throw error;
  });
  const exam = view && sentExam(view.record.custom_attributes);
  if (view === undefined || exam === undefined) return undefined;
  const { title, modality, exam_date } = view.summary;
  const { sent, study_instance_uid: uid, record_id, referring_physician, source_ae } = exam;
  const files = uid === '' ? [] : deps.filesOfStudy(actor, group, uid);
  return {
    exam_id: examId,
    study_instance_uid: uid,
    record_id,
    ...{ title, modality, exam_date },
    received_at: view.index.created_at,
    images: files.filter(({ row }) => row.exam_id === examId).length,
    sent: {
      ...sent,
      accession_number: accessionNumber(view.record.custom_attributes),
      ...{ referring_physician, source_ae },
    },
    candidates: await candidatesFor(documents, actor, group, exam),
  };
}

async function candidatesFor(
  documents: DocumentsPort,
  actor: Actor,
  group: SecurityGroupId,
  { sent, record_id, near_id }: SentExam,
): Promise<MatchCandidate[]> {
  const near = new Map<DocumentId, { patient: PatientSummary; same: DemographicComparison }>();
  const ofSameId = near_id === null ? undefined : await patientOf(documents, actor, group, near_id);
  if (near_id !== null && ofSameId !== undefined)
    near.set(near_id, { patient: ofSameId, same: compareDemographics(ofSameId, sent) });
  for (const q of wordsToTry(sent)) {
    const query = { security_group_id: group, q: q.slice(0, 300), limit: LOOKED_AT };
    for (const { index, summary } of (await documents.list(actor, 'patients', query)).items) {
      if (summary === null || near.has(index.document_id) || index.document_id === record_id) continue;
      const same = compareDemographics(summary, sent);
      if (same.identifier || same.birth_date || same.family_name) {
        near.set(index.document_id, { patient: summary, same });
      }
    }
  }
  const best = [...near]
    .toSorted(([, a], [, b]) => countSame(b.same) - countSame(a.same))
    .slice(0, CANDIDATES_MAX);
  return Promise.all(
    best.map(async ([patient_id, found]) => ({
      patient_id,
      ...found,
      ...(await examsOf(documents, actor, group, patient_id)),
    })),
  );
}

/** Returns a patient record. Undefined where it is gone, in the trash, or in another group. */
async function patientOf(
  documents: DocumentsPort,
  actor: Actor,
  group: SecurityGroupId,
  id: DocumentId,
): Promise<PatientSummary | undefined> {
  try {
    const { index, summary } = await documents.get(actor, 'patients', id);
    return index.is_deleted || index.security_group_id !== group ? undefined : summary;
  } catch (error) {
    if (error instanceof VaultError || error instanceof CryptoError) return undefined;
    throw error;
  }
}

function wordsToTry({ name, id, birth_date }: SentExam['sent']): string[] {
  const family = name?.split('^')[0]?.trim() ?? '';
  // A truncated or slightly different name has the same beginning.
  const start = family.slice(0, Math.max(3, family.length - 3));
  return [id ?? '', birth_date ?? '', family, start].filter((word) => word !== '');
}

function countSame(same: DemographicComparison): number {
  return Object.values(same).filter((each) => each === true).length;
}

async function examsOf(
  documents: DocumentsPort,
  actor: Actor,
  security_group_id: SecurityGroupId,
  patient_id: DocumentId,
) {
  const query = { security_group_id, patient_id, sort: '-exam_date', limit: EXAMS_COUNTED } as const;
  const { items } = await documents.list(actor, 'exams', query);
  return { exams: items.length, last_exam_date: items[0]?.summary?.exam_date ?? null };
}
