/** Prints the accesses to a patient as a table or as CSV (RFC 4180). */
import { formatTable, printable } from '#cli/terminal/table.ts';
import type { Access } from '#contract/audit/accesses.ts';

const HEADS = ['seq', 'at', 'who', 'principal', 'certificate', 'kind', 'type', 'object', 'outcome'] as const;
/** A cell that begins with one of these is a formula to spreadsheet programs. */
const FORMULA = /^[=+\-@\t\r]/;

export function accessesAsTable(items: readonly Access[]): string {
  return formatTable(
    HEADS,
    items.map((access) => cellsOf(access).map(printable)),
  );
}

/** Ids and kinds, never titles of records. */
export function accessesAsCsv(items: readonly Access[]): string {
  return [HEADS, ...items.map(cellsOf)].map((cells) => cells.map(quoted).join(',')).join('\r\n');
}

function cellsOf({ seq, at, principal, client_cn, kind, object, outcome }: Access): string[] {
  return [
    ...[String(seq), at, principal?.display_name ?? '', principal?.principal_id ?? '', client_cn ?? ''],
    ...[kind, object.type ?? '', object.id ?? '', outcome],
  ];
}

function quoted(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
