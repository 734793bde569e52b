/** Writes the accesses to a patient as CSV (RFC 4180): ids and kinds, never titles of records. */
import type { Access } from '#contract/audit/accesses.ts';

export const ACCESS_HEADS = [
  ...(['seq', 'at', 'who', 'principal', 'certificate', 'kind', 'type', 'object', 'outcome'] as const),
] as const;
/** A cell that begins with one of these is a formula to spreadsheet programs. */
const FORMULA = /^[=+\-@\t\r]/;

export function accessesAsCsv(items: readonly Access[]): string {
  return [ACCESS_HEADS, ...items.map(accessCells)].map((cells) => cells.map(quoted).join(',')).join('\r\n');
}

/** The cells of one access, in the order of `ACCESS_HEADS`. */
export function accessCells({ seq, at, principal, client_cn, kind, object, outcome }: Access): string[] {
  return [
    ...[String(seq), at, principal?.display_name ?? '', principal?.principal_id ?? '', client_cn ?? ''],
    ...[kind, object.type ?? '', object.id ?? '', outcome],
  ];
}

function quoted(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
