/**
 * SQL condition for the row of an id, or else the row before it, or else the first. An unknown id takes the same work
 * as an existing one, so timing does not reveal foreign rows.
 */
export function nearestIdCondition(table: string, id: string): string {
  return `${id} = coalesce((SELECT max(${id}) FROM ${table} WHERE ${id} <= ?), (SELECT min(${id}) FROM ${table}))`;
}
