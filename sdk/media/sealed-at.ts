/** Reads the time from the version's id, which starts with milliseconds. Source: RFC 9562 5.7. */
export function sealedAt(versionId: string): string {
  const ms = Number.parseInt(versionId.replaceAll('-', '').slice(0, 12), 16);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
