/** Finds a patient's data beyond their linked exams, and data that may be theirs and is left for a person to decide. */
import type { Left } from '#contract/documents/erasure.ts';
import type { PatientSummary } from '#contract/documents/summaries.ts';
import type { DocumentId, NodeId } from '#contract/ids.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { identifierValues } from '#records/identity/identifiers.ts';
import {
  conflictsWith,
  isPatientOf,
  patientAsSent,
  receivedStudy,
  studyUidOfExam,
} from '#records/studies/imaging-study.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { ErasurePorts, Person } from './erasure-ports.ts';

const LOOKED_AT = 50;

export interface PatientData {
  readonly person: Person;
  /** Inbox items of the patient. */
  readonly received: readonly NodeId[];
  readonly left: readonly Left[];
}

export async function findPatientData(
  ports: ErasurePorts,
  actor: Actor,
  patientId: DocumentId,
): Promise<PatientData> {
  const person = await ports.documents.personOf(actor, patientId);
  const { security_group_id: group } = person;
  const { summary } = await ports.documents.get(actor, 'patients', patientId);
  const names = await namesOf(ports, actor, person);
  const received = await ports.drives.inbox.find(actor, group, (header) => isTheirs(header, summary, names));
  const left = [
    ...(await studiesThatMayBe(ports, actor, person)),
    ...(await samePersons(ports, actor, patientId, summary)),
  ];
  return { person, received, left };
}

interface StudyNames {
  readonly studies: ReadonlySet<string>;
  readonly accessions: ReadonlySet<string>;
}

/** Identifiers by which received studies would be filed into the patient's exams. */
async function namesOf({ documents }: ErasurePorts, actor: Actor, { exams }: Person): Promise<StudyNames> {
  const studies = new Set<string>();
  const accessions = new Set<string>();
  for (const examId of exams) {
    studies.add(studyUidOfExam(examId));
    const { record } = await documents.get(actor, 'exams', examId);
    const study = receivedStudy(record.custom_attributes);
    if (study !== undefined) studies.add(study.study_instance_uid);
    const accession = accessionNumber(record.custom_attributes);
    if (accession !== null) accessions.add(accession);
  }
  return { studies, accessions };
}

function isTheirs(
  header: InstanceHeader,
  summary: PatientSummary,
  { studies, accessions }: StudyNames,
): boolean {
  const sent = patientAsSent(header);
  if (isPatientOf(summary, sent) || studies.has(header.study_uid)) return true;
  const { accession_number } = header;
  return accession_number !== null && accessions.has(accession_number) && !conflictsWith(summary, sent);
}

/** Unmatched studies that may belong to the patient. */
async function studiesThatMayBe(
  { toMatch }: ErasurePorts,
  actor: Actor,
  { patient_id, security_group_id }: Person,
): Promise<Left[]> {
  const { items } = await toMatch(actor, security_group_id);
  return items
    .filter(({ candidates }) => candidates.some((candidate) => candidate.patient_id === patient_id))
    .map(({ exam_id }) => ({ kind: 'exam', id: exam_id, why: 'may_be_theirs' }));
}

/** Other patient records with a shared identifier and the same birth date, in every group the actor can read. */
async function samePersons(
  { documents }: ErasurePorts,
  actor: Actor,
  patientId: DocumentId,
  summary: PatientSummary,
): Promise<Left[]> {
  const same = new Set<DocumentId>();
  const groups = actor.groupIds().filter((id) => actor.keyRing.hasGroupKey(id));
  for (const security_group_id of groups) {
    for (const value of identifierValues(summary.identifiers)) {
      const query = { security_group_id, q: value.slice(0, 300), state: 'all', limit: LOOKED_AT } as const;
      for (const { index, summary: other } of (await documents.list(actor, 'patients', query)).items) {
        if (index.document_id === patientId || other === null) continue;
        const isSame =
          other.birth_date === summary.birth_date && identifierValues(other.identifiers).includes(value);
        if (isSame) same.add(index.document_id);
      }
    }
  }
  return [...same].map((id) => ({ kind: 'patient', id, why: 'same_person' }));
}
