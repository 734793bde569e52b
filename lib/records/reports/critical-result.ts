/**
 * The critical result of an exam: the finding and its communication, complete with six entries. Sealed in
 * `custom_attributes.critical_result`.
 * Source: clinician's reference, B-i 14 (ACR practice parameter for communication).
 */

import {
  CRITICAL_CATEGORIES,
  CRITICAL_WAYS,
  type CriticalCategory,
  type CriticalResult,
  type CriticalWay,
} from '#contract/documents/follow-ups.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

/** Time within which it must be communicated. */
const DUE_MINUTES: Readonly<Record<CriticalCategory, number>> = { red: 60, orange: 24 * 60, yellow: 72 * 60 };

/** How far the clocks of two computers may differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** A communication of the result, with the patient it named. */
type Telling = NonNullable<CriticalResult['told_before']>[number];

const KEY = 'critical_result';

export function readCritical(attributes: JsonObject | null): CriticalResult | undefined {
  const value = attributes?.[KEY];
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = new Map<string, unknown>(Object.entries(value));
  const text = (key: string): string => {
    const entry = entries.get(key);
    return typeof entry === 'string' ? entry : '';
  };
  const patientId = text('told_patient_id');
  const told_by = text('told_by');
  const before = tellingsOf(entries.get('told_before'));
  return {
    category: CRITICAL_CATEGORIES.find((known) => known === entries.get('category')) ?? 'red',
    finding: text('finding'),
    found_at: text('found_at'),
    told_whom: text('told_whom'),
    how: wayOf(entries.get('how')),
    told_at: text('told_at'),
    read_back: entries.get('read_back') === true,
    ...(told_by === '' ? {} : { told_by }),
    ...(patientId === '' ? {} : { told_patient_id: patientId }),
    ...(before.length === 0 ? {} : { told_before: before }),
  };
}

/** Reads the recorded result as it counts for the exam's present patient; undefined if none is recorded. */
export function readCriticalFor(
  attributes: JsonObject | null,
  patientId: string | null,
): CriticalResult | undefined {
  const recorded = readCritical(attributes);
  return recorded && criticalFor(recorded, patientId);
}

/**
 * The result for the exam's present patient. A communication about another patient moves to `told_before` and does not
 * count; an earlier one about this patient counts again.
 */
export function criticalFor(critical: CriticalResult, patientId: string | null): CriticalResult {
  const { told_patient_id: about, told_before: known = [], ...entry } = critical;
  const isOther = about !== undefined && about !== patientId && isAnyTold(critical);
  if (!isOther && isAnyTold(critical)) return critical;
  const { told_by, ...found } = entry;
  const { told_whom, how, told_at, read_back } = found;
  const telling = { told_whom, how, told_at, read_back, ...(told_by === undefined ? {} : { told_by }) };
  const before = isOther ? [...known, { ...telling, patient_id: about }] : known;
  const own = before.findLast(({ patient_id }) => patient_id === patientId);
  if (own === undefined) {
    const untold = { ...found, told_whom: '', told_at: '', read_back: false };
    return before.length === 0 ? untold : { ...untold, told_before: before };
  }
  const { patient_id, ...again } = own;
  const rest = before.filter((one) => one !== own);
  return {
    ...found,
    ...again,
    told_patient_id: patient_id,
    ...(rest.length === 0 ? {} : { told_before: rest }),
  };
}

/** The newest communication, if it was about another patient and none has followed. */
export function communicatedForOtherPatient(critical: CriticalResult | undefined): Telling | undefined {
  return critical && isNotCommunicated(critical) ? critical.told_before?.at(-1) : undefined;
}

/** Confirms that the informed person now knows the right patient. */
export function confirmedFor(critical: CriticalResult): CriticalResult {
  const told = critical.told_before?.at(-1);
  if (told === undefined) return critical;
  const { patient_id: _, ...telling } = told;
  return { ...critical, ...telling };
}

/**
 * Changes or removes the critical result; other keys beside its entries stay. `patientId`: the patient it is
 * communicated for; null for an exam without a patient.
 */
export function withCritical(
  attributes: JsonObject | null,
  critical: CriticalResult | undefined,
  patientId: string | null,
): JsonObject {
  const { [KEY]: before, ...rest } = attributes ?? {};
  if (critical === undefined) return rest;
  const { told_patient_id: _, told_before: __, told_by: ___, ...others } = isJsonObject(before) ? before : {};
  const { told_patient_id: ____, ...entry } = critical;
  const about = isAnyTold(critical) && patientId !== null ? { told_patient_id: patientId } : {};
  return { ...rest, [KEY]: { ...others, ...entry, ...about } };
}

/**
 * Updates the attributes when an exam is moved to another patient: its communication counts for the former patient
 * only.
 */
export function withMovedCritical(
  attributes: JsonObject | null,
  from: string | null,
  to: string | null,
): JsonObject | null {
  const known = readCritical(attributes);
  if (known === undefined) return attributes;
  const about = known.told_patient_id ?? from;
  const told = about === null || !isAnyTold(known) ? known : { ...known, told_patient_id: about };
  const { told_patient_id: patientId = null, ...critical } = criticalFor(told, to);
  return withCritical(attributes, critical, patientId);
}

export function criticalState(
  critical: CriticalResult | undefined,
  now: Date,
): 'none' | 'open' | 'overdue' | 'closed' {
  if (!critical) return 'none';
  const { finding, found_at, told_whom, told_at, read_back } = critical;
  const isTold = told_whom !== '' && told_at !== '' && !isInFuture(told_at, now);
  if (finding !== '' && found_at !== '' && isTold && read_back) return 'closed';
  return now.getTime() > criticalDue(critical) ? 'overdue' : 'open';
}

/** True when recorded and not communicated. A communication of the future has not happened. */
export function isNotCommunicated(critical: CriticalResult | undefined, now = new Date()): boolean {
  if (critical === undefined) return false;
  const { told_whom, told_at } = critical;
  return told_whom.trim() === '' || told_at === '' || isInFuture(told_at, now);
}

/** True when the instant is later than now, by more than two clocks differ. */
export function isInFuture(instant: string, now: Date): boolean {
  return Date.parse(instant) > now.getTime() + CLOCK_TOLERANCE_MS;
}

/** Returns the deadline of communication, in milliseconds since the epoch; overdue at once without a time. */
export function criticalDue({ found_at, category }: CriticalResult): number {
  const found = Date.parse(found_at);
  return Number.isNaN(found) ? 0 : found + DUE_MINUTES[category] * 60_000;
}

function isAnyTold({ told_whom, told_at, read_back }: CriticalResult): boolean {
  return told_whom.trim() !== '' || told_at !== '' || read_back;
}

function wayOf(value: unknown): CriticalWay {
  return CRITICAL_WAYS.find((known) => known === value) ?? 'phone';
}

function tellingsOf(value: unknown): Telling[] {
  const entries = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const text = (entry: unknown) => (typeof entry === 'string' ? entry : '');
  return entries.map(({ told_whom, how, told_at, read_back, told_by, patient_id }) => ({
    told_whom: text(told_whom),
    how: wayOf(how),
    told_at: text(told_at),
    read_back: read_back === true,
    ...(text(told_by) === '' ? {} : { told_by: text(told_by) }),
    patient_id: text(patient_id),
  }));
}
