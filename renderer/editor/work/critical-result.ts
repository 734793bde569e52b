/**
 * The critical result of an exam: what was found and who was told, as six entries that close it. Sealed in
 * `custom_attributes.critical_result`.
 * Source: clinician's reference, B-i 14 (ACR practice parameter for communication).
 */
import type { JsonObject } from '#contract/documents/records.ts';

export const CRITICAL_CATEGORIES = ['red', 'orange', 'yellow'] as const;
export type CriticalCategory = (typeof CRITICAL_CATEGORIES)[number];
export const CRITICAL_WAYS = ['phone', 'person', 'message'] as const;

export interface CriticalResult {
  readonly category: CriticalCategory;
  readonly finding: string;
  readonly found_at: string;
  /** Empty until somebody was told. */
  readonly told_whom: string;
  readonly how: (typeof CRITICAL_WAYS)[number];
  readonly told_at: string;
  readonly read_back: boolean;
}

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

export function withCritical(
  attributes: JsonObject | null,
  critical: CriticalResult | undefined,
): JsonObject {
  const { [KEY]: _, ...rest } = attributes ?? {};
  return critical === undefined ? rest : { ...rest, [KEY]: critical };
}

export function criticalState(
  critical: CriticalResult | undefined,
  now: Date,
): 'none' | 'open' | 'overdue' | 'closed' {
  if (!critical) return 'none';
  const { finding, found_at, told_whom, told_at, read_back } = critical;
  if (finding !== '' && found_at !== '' && told_whom !== '' && told_at !== '' && read_back) return 'closed';
  const due = Date.parse(found_at) + DUE_MINUTES[critical.category] * 60_000;
  return now.getTime() > due ? 'overdue' : 'open';
}
