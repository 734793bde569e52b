/**
 * The DICOM modality worklist: exams of a group that are planned, have an accession number and a patient, are not
 * signed and have no images yet. Read with the keys of an unlocked principal who may read them. Each response is in
 * the audit log before it is sent. Source: DICOM PS3.4 K.6.1; choices, "DICOM".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { WORKLIST_ITEMS_MAX } from '#contract/limits.ts';
import {
  isWorklistAttribute,
  WORKLIST_ATTRIBUTES,
  type WorklistItem,
  type WorklistKeys,
} from '#dicom/worklist-attributes.ts';
import { matcher, plainDates } from '#records/identity/dicom-match.ts';
import { isSigned } from '#records/reports/report-status.ts';
import { dicomDay } from '#records/studies/imaging-study.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { UnlockedActors } from '#server/identity/actor/unlocked-actors.ts';
import type { Clock } from '#server/system/clock.ts';
import type { DocumentsPort } from './filing-ports.ts';
import { toScheduledExam, toWorklistItem } from './worklist-item.ts';

const PAGE_EXAMS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Exams planned longer ago are left out, unless the query names a day. */
const OVERDUE_MS = 31 * DAY_MS;

export interface WorklistDeps {
  readonly documents: Pick<DocumentsPort, 'list' | 'get'>;
  readonly unlocked: UnlockedActors;
  readonly clock: Clock;
  readonly hasImages: (examId: DocumentId) => boolean;
  /** Records the recipient and number of items in the audit log. Resolves when durable. */
  readonly recordAudit: (actor: Actor, group: SecurityGroupId, detail: string) => Promise<void>;
}

export interface WorklistRequest {
  readonly group: SecurityGroupId;
  /** Application entity title of the requesting modality. */
  readonly station: string;
  readonly keys: WorklistKeys;
}

/**
 * Lists planned exams that match a query.
 * @throws session_locked when no unlocked principal may read the group; request_too_large when too many match.
 */
export async function listWorklist(deps: WorklistDeps, request: WorklistRequest): Promise<WorklistItem[]> {
  const { group, station, keys } = request;
  const actor = deps.unlocked.find(group, 'viewer');
  if (actor === undefined) throw locked();
  const isWanted = matcherOf(keys);
  const items: WorklistItem[] = [];
  const query = {
    security_group_id: group,
    sort: 'exam_date',
    limit: PAGE_EXAMS,
    ...boundsOf(keys, deps.clock.nowMs()),
  } as const;
  for (let cursor: string | undefined; ; ) {
    const page = await deps.documents.list(
      actor,
      'exams',
      cursor === undefined ? query : { ...query, cursor },
    );
    for (const { index, summary } of page.items) {
      const patientId = index.meta.patient_id ?? null;
      if (summary === null || patientId === null || isSigned(summary.report_status)) continue;
      const exam = toScheduledExam(index.document_id, summary);
      if (exam === undefined || deps.hasImages(exam.exam_id)) continue;
      const patient = await deps.documents.get(actor, 'patients', patientId);
      if (patient.index.is_deleted) continue;
      const item = toWorklistItem(exam, patient.summary, stationFor(keys, station));
      if (isWanted(item)) items.push(item);
      if (items.length > WORKLIST_ITEMS_MAX)
        throw new VaultError('request_too_large', 'Too many exams match. Ask for fewer.');
    }
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  if (actor.signal.aborted) throw locked();
  await deps.recordAudit(actor, group, `worklist ${station} ${items.length}`);
  return items;
}

function locked(): VaultError {
  return new VaultError('session_locked', 'The worklist is locked. A person who may read it must unlock.');
}

/** Returns the queried station title, because a planned exam is for any station. */
function stationFor({ ScheduledStationAETitle: asked = '' }: WorklistKeys, station: string): string {
  return asked === '' || /[*?]/.test(asked) ? station : asked;
}

function matcherOf(keys: WorklistKeys): (item: WorklistItem) => boolean {
  const tests = Object.entries(keys).flatMap(([name, key]) => {
    if (!isWorklistAttribute(name)) return [];
    const matches = matcher(WORKLIST_ATTRIBUTES[name], key);
    // An exam without a time of day is due all day.
    const isOpen = name === 'ScheduledProcedureStepStartTime';
    return [(item: WorklistItem) => (isOpen && item[name] === '') || matches(item[name])];
  });
  return (item) => tests.every((test) => test(item));
}

/**
 * Narrows the list to the queried days, else to exams that are not long overdue; exact matching follows. Includes
 * adjacent days, because a day in UTC may be another one locally.
 */
function boundsOf(
  { ScheduledProcedureStepStartDate: days = '', AccessionNumber: number = '' }: WorklistKeys,
  nowMs: number,
) {
  if (number !== '' && !/[*?\\]/.test(number)) return { accession_number: number };
  const [first, second] = plainDates(days)
    .split('-')
    .map((day) => dicomDay(day === '' ? null : day));
  const last = plainDates(days).includes('-') ? second : first;
  const shifted = (day: string, byMs: number) => new Date(Date.parse(day) + byMs).toISOString().slice(0, 10);
  return {
    exam_date_from:
      first === undefined ? new Date(nowMs - OVERDUE_MS).toISOString() : shifted(first, -DAY_MS),
    ...(last === undefined ? {} : { exam_date_to: shifted(last, DAY_MS) }),
  };
}
