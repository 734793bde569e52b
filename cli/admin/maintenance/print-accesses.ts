/** Prints the accesses to a patient as a table. */
import { formatTable, printable } from '#cli/terminal/table.ts';
import type { Access } from '#contract/audit/accesses.ts';
import { ACCESS_HEADS, accessCells } from '#records/audit/accesses-csv.ts';

export function accessesAsTable(items: readonly Access[]): string {
  return formatTable(
    ACCESS_HEADS,
    items.map((access) => accessCells(access).map(printable)),
  );
}
