/**
 * Text shown instead of the value of a withdrawn or cancelled result, whatever value its resource still has. Source:
 * FHIR R4, Observation.status.
 */

const SHOWN_AS: Readonly<Record<string, string>> = {
  'entered-in-error': 'withdrawn (entered in error)',
  cancelled: 'cancelled',
};

/** Ignores case, because a misspelt code must still withdraw. */
export function withdrawnText(status: string | undefined): string | undefined {
  const code = String(status ?? '').toLowerCase();
  return Object.hasOwn(SHOWN_AS, code) ? SHOWN_AS[code] : undefined;
}

export function isWithdrawnStatus(status: string | undefined): boolean {
  return withdrawnText(status) !== undefined;
}
