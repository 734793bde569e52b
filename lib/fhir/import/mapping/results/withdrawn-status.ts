/** A result that was withdrawn or never made has no value, whatever its resource still holds. Source: FHIR R4, Observation.status. */

const SHOWN_AS: Readonly<Record<string, string>> = {
  'entered-in-error': 'withdrawn (entered in error)',
  cancelled: 'cancelled',
};

/** In any case: a code that is spelt wrong withdraws all the same. */
export function withdrawnText(status: string | undefined): string | undefined {
  const code = String(status ?? '').toLowerCase();
  return Object.hasOwn(SHOWN_AS, code) ? SHOWN_AS[code] : undefined;
}

export function isWithdrawnStatus(status: string | undefined): boolean {
  return withdrawnText(status) !== undefined;
}
