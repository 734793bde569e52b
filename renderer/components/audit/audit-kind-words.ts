/** What an entry of the audit log says was done, in the interface language. */
import type { TFunction } from 'i18next';
import type { AuditEntry } from '#contract/audit/audit-entry.ts';
import { evidence } from '#renderer/messages/en/evidence.ts';

const { operations } = evidence;

export function kindWords({ kind, operation }: Pick<AuditEntry, 'kind' | 'operation'>, t: TFunction): string {
  if (kind === null) return t('evidence.unreadable');
  const word = t(`evidence.kinds.${kind}`);
  if (kind !== 'request_done' || operation === null) return word;
  // A newer program may have recorded operations that this one does not know.
  return hasWords(operation) ? t(`evidence.operations.${operation}`) : `${word}: ${operation}`;
}

function hasWords(operation: string): operation is keyof typeof operations {
  return Object.hasOwn(operations, operation);
}
