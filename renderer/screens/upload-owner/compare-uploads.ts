/**
 * Compares files with the patient and date of their exam before uploading. A mismatch is asked about once for
 * all files, and the answer is stored with the exam.
 */
import { create } from 'zustand';
import type { JsonObject } from '#contract/documents/records.ts';
import {
  type FileOwner,
  isOwnerConfirmed,
  type OwnerDifference,
  ownerDifferences,
  withConfirmedOwner,
} from '#records/identity/picture-owner.ts';
import { withSealReason } from '#records/reports/report-status.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examOwner, type OwnerPatient } from '#renderer/components/records/exam/exam-owner.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { openExamOf } from '#renderer/state/shell/currently-open-exam.ts';
import {
  dropCompared,
  sendCompared,
  type UploadToCompare,
  uploadsToCompare,
  useUploads,
} from '#renderer/state/shell/upload-store.ts';

/** Difference from the exam that several files share. */
export interface OtherOwner {
  readonly file: FileOwner;
  readonly differences: readonly OwnerDifference[];
  readonly ids: readonly number[];
}

export interface UploadQuestion {
  readonly exam_id: string;
  readonly patient: OwnerPatient | undefined;
  readonly exam_date: string | null;
  readonly others: readonly OtherOwner[];
  /** Number of all chosen files, with matching ones and those that name nobody. */
  readonly chosen: number;
}

type Answer = 'theirs' | 'not_theirs' | 'locked';

interface Asked {
  readonly question: UploadQuestion | undefined;
}

export const useUploadQuestion = create<Asked>()(() => ({ question: undefined }));

let answerNow: ((answer: Answer) => void) | undefined;
let isLooking = false;

/** Compares uploads until the returned function is called, while the vault is unlocked. */
export function startComparing(): () => void {
  void look();
  return useUploads.subscribe(look);
}

async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  try {
    for (let batch = uploadsToCompare(); batch.length > 0; batch = uploadsToCompare()) await compare(batch);
  } finally {
    isLooking = false;
  }
}

async function compare(batch: readonly UploadToCompare[]): Promise<void> {
  // Files that cannot be compared now are asked about before they are shown.
  const question = await questionOf(batch).catch(() => undefined);
  if (question) {
    const answer = await ask(question);
    if (answer === 'locked') return;
    if (answer === 'not_theirs') dropCompared(question.others.flatMap(({ ids }) => ids));
  }
  sendCompared(batch.map(({ id }) => id));
}

function ask(question: UploadQuestion): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  answerNow = resolve;
  useUploadQuestion.setState({ question });
  return promise;
}

/** Answers the question; `theirs` uploads only after the answer is stored. */
export function answerQuestion(answer: Answer): void {
  useUploadQuestion.setState({ question: undefined });
  answerNow?.(answer);
  answerNow = undefined;
}

async function questionOf(batch: readonly UploadToCompare[]): Promise<UploadQuestion | undefined> {
  // Loaded on demand, so that the first screen does not wait for the DICOM parser.
  const { readOwner } = await import('./read-owner.ts');
  const owners = new Map<string, { readonly file: FileOwner; readonly ids: number[] }>();
  for (const { id, file } of batch) {
    const owner = await readOwner(file);
    if (owner === undefined) continue;
    const key = JSON.stringify(owner);
    const known = owners.get(key);
    if (known) known.ids.push(id);
    else owners.set(key, { file: owner, ids: [id] });
  }
  const exam_id = batch[0]?.target.exam_id;
  if (owners.size === 0 || exam_id === undefined) return undefined;
  const { record, index } = await vault().exams.get(exam_id);
  const open = openExamOf(exam_id);
  const patient = await patientOf(index.meta.patient_id);
  const exam_date = open ? open.examDate() : record.exam_date;
  const attributes = open ? open.attributes() : record.custom_attributes;
  const others = [...owners.values()]
    .filter(({ file }) => !isOwnerConfirmed(attributes, file))
    .map((owner) => ({ ...owner, differences: ownerDifferences(owner.file, examOwner(patient, exam_date)) }))
    .filter(({ differences }) => differences.length > 0);
  return others.length === 0 ? undefined : { exam_id, patient, exam_date, others, chosen: batch.length };
}

async function patientOf(patientId: string | null | undefined): Promise<OwnerPatient | undefined> {
  if (!patientId) return undefined;
  const { record } = await vault().patients.get(patientId);
  const { display_name: name, legal_name, birth_date, identifiers } = record;
  return { name, legal_name, birth_date, identifiers };
}

/**
 * Stores the confirmation with person and time: in the open report's draft, else as a version with its
 * reason.
 */
export async function storeOwnerConfirmation(
  { exam_id, others }: UploadQuestion,
  reason: string,
): Promise<void> {
  const said_by = useSession.getState().session?.principal.display_name ?? '';
  const said = { said_by, said_at: new Date().toISOString() };
  const change = (attributes: JsonObject | null): JsonObject =>
    others.reduce<JsonObject>((kept, { file }) => withConfirmedOwner(kept, file, said), attributes ?? {});
  const open = openExamOf(exam_id);
  if (open) return open.keep(change, reason);
  const view = await vault().exams.edit(exam_id, (record, { version_id }) => ({
    ...record,
    custom_attributes: withSealReason(change(record.custom_attributes), reason, version_id),
  }));
  examCache.put(view);
}

onWipe(() => answerQuestion('locked'));
