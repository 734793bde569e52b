/** Translates audit entries into the interface language. */
import type { TFunction } from 'i18next';
import type { Session } from '#contract/access/session.ts';
import type { AuditEntry } from '#contract/audit/audit-entry.ts';

export function whoWords({ by, kind }: AuditEntry, t: TFunction): string {
  if (by === null && kind?.startsWith('vault_')) return t('evidence.theVault');
  return by?.display_name || t('evidence.nobody');
}

/** Names the entry's record. Undefined without a record; `isSealed` if the person may not see its name. */
export function recordWords(
  { object_type, object_id, security_group_id, title }: AuditEntry,
  groups: Session['groups'],
  t: TFunction,
): { readonly text: string; readonly isSealed: boolean } | undefined {
  const isRecord = RECORDS.has(object_type ?? '');
  if (!isRecord || object_id === null) return undefined;
  if (title !== null) return { text: title, isSealed: false };
  if (security_group_id === null) return undefined;
  const group = groups.find((known) => known.security_group_id === security_group_id)?.name;
  const text = group === undefined ? t('evidence.sealed') : t('evidence.sealedFor', { group });
  return { text, isSealed: true };
}

const RECORDS: ReadonlySet<string> = new Set(['patients', 'exams', 'templates', 'node']);

/** Returns the route of the record's screen, if it has one. */
export function recordPlace({ object_type, object_id, title }: AuditEntry): string[] | undefined {
  if (object_id === null || title === null) return undefined;
  if (object_type === 'patients') return ['patients', object_id];
  return object_type === 'exams' ? ['exams', object_id] : undefined;
}

/** Shortens a hash, as in `7d19c4a0…44c8`: enough to compare by eye. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)} … ${hash.slice(-4)}`;
}
