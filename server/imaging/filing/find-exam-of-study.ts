/**
 * Finds a study's exam: the one with its files, imported from it, whose UID a modality received, or created here under
 * its accession number; else creates one. The patient is found by identifier and birth date; without a match the exam
 * keeps the sent data and is unmatched. Source: imaging design, "DICOM in records".
 */
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import {
  conflictsWith,
  examIdOfStudyUid,
  examOfStudy,
  isPatientOf,
  patientAsSent,
  receivedStudy,
  type SentPatient,
  studySourceId,
} from '#records/studies/imaging-study.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentsPort, StudyFile } from './filing-ports.ts';

const PATIENTS_LOOKED_AT = 200;

export interface FindExamDeps {
  readonly documents: DocumentsPort;
  readonly filesOfStudy: (
    actor: Actor,
    securityGroupId: SecurityGroupId,
    uid: string,
  ) => readonly StudyFile[];
}

export interface FiledStudy {
  readonly exam_id: DocumentId;
  /** True while the exam has no patient. */
  readonly isToMatch: boolean;
}

/** `source`: application entity title of the sender; '' for none. */
export async function findOrCreateExam(
  deps: FindExamDeps,
  actor: Actor,
  group: SecurityGroupId,
  header: InstanceHeader,
  source: string,
): Promise<FiledStudy> {
  const known =
    (await findKnown(deps, actor, group, header)) ?? (await findOrdered(deps, actor, group, header));
  if (known !== undefined) return known;
  const { documents } = deps;
  const patientId = await findPatient(documents, actor, group, patientAsSent(header));
  const made = await documents.create(actor, 'exams', {
    security_group_id: group,
    record: examOfStudy([header], patientId !== undefined, source),
    source_id: studySourceId(header.study_uid),
    patient_id: patientId ?? null,
  });
  return { exam_id: made.index.document_id, isToMatch: patientId === undefined };
}

/**
 * Finds the exam by its files, its source, or the UID it was assigned here. A trashed exam still gets its own images.
 */
async function findKnown(
  { documents, filesOfStudy }: FindExamDeps,
  actor: Actor,
  group: SecurityGroupId,
  { study_uid }: InstanceHeader,
): Promise<FiledStudy | undefined> {
  for (const { row } of filesOfStudy(actor, group, study_uid)) {
    if (row.exam_id !== null) return standing(documents, actor, row.exam_id);
  }
  const query = {
    security_group_id: group,
    source_id: studySourceId(study_uid),
    state: 'all',
    limit: 1,
  } as const;
  const [item] = (await documents.list(actor, 'exams', query)).items;
  if (item !== undefined) return standing(documents, actor, item.index.document_id);
  const own = examIdOfStudyUid(study_uid);
  if (own === undefined || documents.findExamGroup(own)?.security_group_id !== group) return undefined;
  return standing(documents, actor, own);
}

async function standing(documents: DocumentsPort, actor: Actor, exam_id: DocumentId): Promise<FiledStudy> {
  const { index, record } = await documents.get(actor, 'exams', exam_id);
  const isUnmatched = receivedStudy(record.custom_attributes)?.unmatched !== undefined;
  return { exam_id, isToMatch: isUnmatched && (index.meta.patient_id ?? null) === null };
}

/** The single exam created here under this accession number, unless its patient differs from the sent one. */
async function findOrdered(
  { documents }: FindExamDeps,
  actor: Actor,
  group: SecurityGroupId,
  header: InstanceHeader,
): Promise<FiledStudy | undefined> {
  const { accession_number } = header;
  if (accession_number === null) return undefined;
  const query = { security_group_id: group, accession_number, limit: 2 } as const;
  const { items } = await documents.list(actor, 'exams', query);
  const [only] = items;
  if (only === undefined || items.length > 1) return undefined;
  const { index, record } = await documents.get(actor, 'exams', only.index.document_id);
  const study = receivedStudy(record.custom_attributes);
  if (study !== undefined && study.study_instance_uid !== header.study_uid) return undefined;
  const patientId = index.meta.patient_id ?? null;
  // Without a patient the accession number alone does not prove whose pictures these are.
  if (patientId === null) return undefined;
  const { summary } = await documents.get(actor, 'patients', patientId);
  if (conflictsWith(summary, patientAsSent(header))) return undefined;
  return { exam_id: index.document_id, isToMatch: false };
}

/** The single patient with this identifier and birth date; none where either is missing or two match. */
export async function findPatient(
  documents: Pick<DocumentsPort, 'list'>,
  actor: Actor,
  group: SecurityGroupId,
  sent: SentPatient,
): Promise<DocumentId | undefined> {
  if (sent.id === null || sent.birth_date === null) return undefined;
  const query = { security_group_id: group, q: sent.id.slice(0, 300), limit: PATIENTS_LOOKED_AT };
  const { items } = await documents.list(actor, 'patients', query);
  const fitting = items.filter(({ summary }) => summary !== null && isPatientOf(summary, sent));
  return fitting.length === 1 ? fitting[0]?.index.document_id : undefined;
}
