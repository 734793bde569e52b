/**
 * A condition for the row of an id, or else for the one before it, or for the first where it is before all: an id that
 * is not there takes the work of one that is, so that nobody is told by time that there is one of others.
 */
export function nearestIdCondition(table: string, id: string): string {
  return `${id} = coalesce((SELECT max(${id}) FROM ${table} WHERE ${id} <= ?), (SELECT min(${id}) FROM ${table}))`;
}
