/**
 * Compares two versions of one resource, because reading order says nothing. Source: FHIR R4, "Resource.meta";
 * DiagnosticReport.status.
 */
import { parseInstant } from '#contract/instant.ts';
import type { FhirResource } from '#fhir/import/fhir-resources.ts';
import { isJsonObject } from '#records/json-object.ts';

export interface SourceVersion {
  readonly version_id?: string;
  readonly last_updated?: string;
  readonly issued?: string;
  readonly status?: string;
}

const NUMBERED = /^(\D*)(\d{1,15})(\D*)$/;
/** Order of result statuses; a withdrawal is last. */
const PROGRESS: Readonly<Record<string, number>> = {
  registered: 1,
  available: 1,
  partial: 2,
  preliminary: 3,
  final: 4,
  appended: 5,
  amended: 5,
  corrected: 5,
  modified: 5,
  cancelled: 6,
  'entered-in-error': 7,
};

export function versionOf(
  resource: FhirResource & { readonly issued?: unknown; readonly status?: unknown },
): SourceVersion {
  const { meta, issued, status } = resource;
  return readVersion({
    version_id: meta?.versionId,
    last_updated: meta?.lastUpdated,
    issued,
    status,
  });
}

/** Reads the text fields of a stored version. */
export function readVersion(said: unknown): SourceVersion {
  if (!isJsonObject(said)) return {};
  const names = ['version_id', 'last_updated', 'issued', 'status'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof said[name] === 'string' ? [[name, said[name]]] : [])),
  );
}

/** True when `one` was superseded by `other`; false where undecidable. */
export function isOlder(one: SourceVersion, other: SourceVersion): boolean {
  return order(one, other) < 0;
}

/**
 * The same for a resource with parts: where the wholes do not decide, it is older if parts are older and none newer.
 */
export function isOlderWhole(one: Versioned, other: Versioned): boolean {
  const whole = order(one.version, other.version);
  if (whole !== 0) return whole < 0;
  const orders = Object.entries(one.parts).map(([name, version]) => order(version, other.parts[name] ?? {}));
  return orders.some((each) => each < 0) && !orders.some((each) => each > 0);
}

export interface Versioned {
  readonly version: SourceVersion;
  readonly parts: Readonly<Record<string, SourceVersion>>;
}

function order(one: SourceVersion, other: SourceVersion): number {
  return (
    comparedNumbers(one.version_id, other.version_id) ||
    compared(instant(one.last_updated), instant(other.last_updated)) ||
    compared(instant(one.issued), instant(other.issued)) ||
    compared(PROGRESS[one.status ?? ''], PROGRESS[other.status ?? ''])
  );
}

/** Compares two versions; 0 where one of them is missing. */
function compared(one: number | undefined, other: number | undefined): number {
  return one === undefined || other === undefined ? 0 : Math.sign(one - other);
}

/** Compares `3`, `v3` or `W/"3"`: same form with one number. Other texts are not ordered. */
function comparedNumbers(one: string | undefined, other: string | undefined): number {
  const [, before, number, behind] = NUMBERED.exec(one ?? '') ?? [];
  const [, otherBefore, otherNumber, otherBehind] = NUMBERED.exec(other ?? '') ?? [];
  if (number === undefined || before !== otherBefore || behind !== otherBehind) return 0;
  return compared(Number(number), Number(otherNumber));
}

function instant(text: string | undefined): number | undefined {
  const whole = text === undefined ? undefined : parseInstant(text);
  return whole === undefined ? undefined : Date.parse(whole);
}
