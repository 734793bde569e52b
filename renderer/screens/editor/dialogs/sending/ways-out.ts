/** Who a report is given to, and the forms each of them can read; the first one is offered. */
import { isJsonObject } from '#records/json-object.ts';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';

export type WayOut =
  | 'hand_over'
  | 'health_link'
  | 'pdf'
  | 'signed_files'
  | 'send'
  | 'fhir'
  | 'deidentify'
  | 'dicom'
  | 'letter';
export type Recipient = 'patient' | 'colleague' | 'system' | 'research' | 'archive' | 'paper';

interface RecipientRow {
  readonly id: Recipient;
  readonly icon: IconName;
  readonly ways: readonly WayOut[];
}

const RECIPIENTS: readonly RecipientRow[] = [
  { id: 'patient', icon: 'person', ways: ['hand_over', 'health_link', 'pdf'] },
  { id: 'colleague', icon: 'people', ways: ['signed_files', 'pdf', 'hand_over'] },
  { id: 'system', icon: 'server', ways: ['send', 'fhir'] },
  { id: 'research', icon: 'research', ways: ['deidentify'] },
  { id: 'archive', icon: 'archive', ways: ['dicom'] },
  { id: 'paper', icon: 'printer', ways: ['letter', 'pdf'] },
];

/** In the order of the search. */
export const WAYS_OUT: readonly WayOut[] = [
  ...(['hand_over', 'health_link', 'pdf', 'signed_files', 'send', 'fhir', 'deidentify'] as const),
  ...(['dicom', 'letter'] as const),
];

/** A sample is neither sent nor linked to. Source: visual design, "Sample practice". */
export const REFUSED_OF_SAMPLE: ReadonlySet<WayOut> = new Set(['send', 'health_link']);

/** The recipients with the ways that can be used now; what is not set up is left to the search. */
export function recipientsFor(isUsable: (way: WayOut) => boolean): readonly RecipientRow[] {
  return RECIPIENTS.map((row) => ({ ...row, ways: row.ways.filter(isUsable) })).filter(
    ({ ways }) => ways.length > 0,
  );
}

/** A recipient to whom the way leads. */
export function recipientOf(way: WayOut): Recipient {
  const row =
    RECIPIENTS.find(({ ways }) => ways[0] === way) ?? RECIPIENTS.find(({ ways }) => ways.includes(way));
  if (row === undefined) throw new Error(`No recipient gets ${way}.`);
  return row.id;
}

const LAST_RECIPIENTS = 'give_out';

/** The recipient this person chose last for this modality; the patient at first. */
export function lastRecipient(modality: string | null): Recipient {
  const kept = usePreferences.getState().values[LAST_RECIPIENTS];
  const last = isJsonObject(kept) ? kept[modality ?? ''] : undefined;
  return RECIPIENTS.find(({ id }) => id === last)?.id ?? 'patient';
}

/** Not waited for: a choice that is not kept is made again. */
export function keepRecipient(modality: string | null, recipient: Recipient): void {
  if (lastRecipient(modality) === recipient) return;
  const kept = usePreferences.getState().values[LAST_RECIPIENTS];
  const all = { ...(isJsonObject(kept) ? kept : {}), [modality ?? '']: recipient };
  setPreference(LAST_RECIPIENTS, all).catch(() => undefined);
}
