/**
 * Describes a finished change of a document or file in two lines: what and whose, then the ids for later commands.
 */
import { bytesText } from '#cli/terminal/amount-text.ts';
import { printable } from '#cli/terminal/table.ts';
import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import type { SummaryOf } from '#contract/documents/summaries.ts';
import type { DriveNode } from '#contract/drives/node.ts';

const ONE: Readonly<Record<Resource, string>> = { patients: 'patient', exams: 'exam', templates: 'template' };

interface Sealed<R extends Resource> {
  readonly index: DocumentIndex;
  readonly version_id: string | null;
  readonly summary: SummaryOf[R];
}

/** «Sealed version 2 of the exam «CT head».» */
export function sealedText<R extends Resource>({ index, version_id, summary }: Sealed<R>): string {
  return [
    `Sealed version ${index.meta.seq} of the ${ONE[index.resource]} «${titleOf(summary)}»`,
    `${index.document_id}, version ${version_id ?? 'none'}`,
  ].join('\n');
}

/** Describes a changed document in one line. @param done past participle phrase, as in «put into the trash» */
export function indexText({ resource, document_id }: DocumentIndex, done: string): string {
  return `The ${ONE[resource]} ${document_id} was ${done}.`;
}

export function nodeText({ kind, name, node_id, size }: DriveNode, done: string): string {
  const bytes = size === null ? '' : `, ${bytesText(size)}`;
  return [`The ${kind} «${printable(name ?? '(no key)')}»${bytes} was ${done}`, node_id].join('\n');
}

export function titleOf(summary: SummaryOf[Resource] | null): string {
  if (summary === null) return '(no key)';
  if ('display_name' in summary) return printable(summary.display_name);
  const patient = 'patient_name' in summary && summary.patient_name ? ` – ${summary.patient_name}` : '';
  return printable(`${summary.title ?? ''}${patient}`);
}
