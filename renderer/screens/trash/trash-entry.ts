/** Entry of the trash, for documents and files alike. */
import type { DriveNode } from '#contract/drives/node.ts';
import { isSigned } from '#records/reports/report-status.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import type { ExamRow, PatientRow, TemplateRow } from '#renderer/state/record-cache/record-row.ts';

export const TRASH_KINDS = ['exams', 'patients', 'templates', 'files'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

export interface TrashEntry {
  readonly kind: TrashKind;
  readonly id: string;
  readonly security_group_id: string;
  /** Name, or empty if it cannot be read. */
  readonly name: string;
  /** Patient of an exam, or modality of a template. */
  readonly of: string;
  /** Day of an exam or birth date of a patient, which tells it from others of the same name. */
  readonly what: string;
  readonly is_signed: boolean;
  readonly changed_at: string;
}

interface Trashed {
  readonly exams: Iterable<ExamRow>;
  readonly patients: Iterable<PatientRow>;
  readonly templates: Iterable<TemplateRow>;
  readonly nodes: readonly DriveNode[];
}

const dayText = (day: string | null | undefined): string => (day ? shortDay(day) : '');

function base(kind: TrashKind, row: ExamRow | PatientRow | TemplateRow) {
  return {
    kind,
    id: row.id,
    security_group_id: row.security_group_id,
    changed_at: row.updated_at,
    what: '',
    is_signed: false,
  };
}

/** Lists everything in the trash, last changed first. */
export function trashEntries({ exams, patients, templates, nodes }: Trashed): TrashEntry[] {
  const entries: TrashEntry[] = [
    ...[...exams]
      .filter((row) => row.is_deleted)
      .map((row) => ({
        ...base('exams', row),
        name: row.summary?.title ?? '',
        of: row.summary?.patient_name ?? '',
        what: dayText(row.summary?.exam_date),
        is_signed: isSigned(row.summary?.report_status ?? null),
      })),
    ...[...patients]
      .filter((row) => row.is_deleted)
      .map((row) => ({
        ...base('patients', row),
        name: row.summary?.display_name ?? '',
        of: '',
        what: dayText(row.summary?.birth_date),
      })),
    ...[...templates]
      .filter((row) => row.is_deleted)
      .map((row) => ({
        ...base('templates', row),
        name: row.summary?.title ?? '',
        of: row.summary?.modality ?? '',
      })),
    ...nodes.map(
      (node): TrashEntry => ({
        kind: 'files',
        id: node.node_id,
        security_group_id: node.security_group_id,
        name: node.name ?? '',
        of: '',
        what: '',
        is_signed: false,
        changed_at: node.completed_at ?? node.created_at,
      }),
    ),
  ];
  return entries.sort((a, b) => (a.changed_at < b.changed_at ? 1 : -1));
}
