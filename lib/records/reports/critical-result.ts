/**
 * The critical result of an exam: what was found and who was told, as six entries that close it. Sealed in
 * `custom_attributes.critical_result`.
 * Source: clinician's reference, B-i 14 (ACR practice parameter for communication).
 */

import {
  CRITICAL_CATEGORIES,
  CRITICAL_WAYS,
  type CriticalCategory,
  type CriticalResult,
} from '#contract/documents/follow-ups.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

/** How long telling may take. */
const DUE_MINUTES: Readonly<Record<CriticalCategory, number>> = { red: 60, orange: 24 * 60, yellow: 72 * 60 };

const KEY = 'critical_result';

export function readCritical(attributes: JsonObject | null): CriticalResult | undefined {
  const value = attributes?.[KEY];
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = new Map<string, unknown>(Object.entries(value));
  const text = (key: string): string => {
    const entry = entries.get(key);
    return typeof entry === 'string' ? entry : '';
  };
  return {
    category: CRITICAL_CATEGORIES.find((known) => known === entries.get('category')) ?? 'red',
    finding: text('finding'),
    found_at: text('found_at'),
    told_whom: text('told_whom'),
    how: CRITICAL_WAYS.find((known) => known === entries.get('how')) ?? 'phone',
    told_at: text('told_at'),
    read_back: entries.get('read_back') === true,
  };
}

/** The attributes with the critical result changed, or without it; what others keep beside its entries stays. */
export function withCritical(
  attributes: JsonObject | null,
  critical: CriticalResult | undefined,
): JsonObject {
  const { [KEY]: before, ...rest } = attributes ?? {};
  if (critical === undefined) return rest;
  return { ...rest, [KEY]: { ...(isJsonObject(before) ? before : {}), ...critical } };
}

export function criticalState(
  critical: CriticalResult | undefined,
  now: Date,
): 'none' | 'open' | 'overdue' | 'closed' {
  if (!critical) return 'none';
  const { finding, found_at, told_whom, told_at, read_back } = critical;
  if (finding !== '' && found_at !== '' && told_whom !== '' && told_at !== '' && read_back) return 'closed';
  return now.getTime() > criticalDue(critical) ? 'overdue' : 'open';
}

/** Recorded, and nobody is known to have been told. */
export function isUntold(critical: CriticalResult | undefined): boolean {
  return critical !== undefined && (critical.told_whom.trim() === '' || critical.told_at === '');
}

/** When somebody must have been told, in milliseconds since the epoch; what has no moment is late at once. */
export function criticalDue({ found_at, category }: CriticalResult): number {
  const found = Date.parse(found_at);
  return Number.isNaN(found) ? 0 : found + DUE_MINUTES[category] * 60_000;
}
