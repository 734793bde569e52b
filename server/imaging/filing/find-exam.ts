/**
 * The exam a study belongs to: the one that has files of it, that came as it, that told a modality its UID, or that
 * was made here under its accession number; else a new one. Its patient is found by identifier and birth date, or not
 * at all: then the exam says what was sent and waits for a person. Source: imaging design, "DICOM in records".
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
import type { DocumentsPort, StudyFile } from './ports.ts';

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
  /** It has no patient yet. */
  readonly isToMatch: boolean;
}

/** `source`: the application entity the study came from; '' for none. */
export async function findOrMakeExam(
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

/** By its files, its source, or the UID it was given here. One that was deleted takes its own images all the same. */
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

/** The one exam made here under this accession number, unless its patient is another than the one that was sent. */
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
  // Without a patient there is nobody to agree with: the number alone does not say whose pictures these are.
  if (patientId === null) return undefined;
  const { summary } = await documents.get(actor, 'patients', patientId);
  if (conflictsWith(summary, patientAsSent(header))) return undefined;
  return { exam_id: index.document_id, isToMatch: false };
}

/** The one patient with this identifier and this birth date; nobody where either is missing or two fit. */
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
