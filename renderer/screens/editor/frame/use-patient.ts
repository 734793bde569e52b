/**
 * React hook for the report's patient: first from the list row in memory, then the full record from the
 * vault.
 */
import { useEffect, useState } from 'react';
import type { Identifiers } from '#contract/documents/records.ts';
import { addressLines } from '#records/letter/order-parties.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';

export interface ReportPatient {
  readonly patient_id: string;
  readonly name: string;
  readonly legal_name: string;
  readonly birth_date: string | null;
  readonly identifiers: Identifiers;
  readonly biological_sex: string | null;
  /** Lines of the postal address; empty until the record is read. */
  readonly address: readonly string[];
}

export function usePatient(patientId: string | null | undefined): ReportPatient | undefined {
  const row = patientCache.use((state) => (patientId ? state.rows.get(patientId) : undefined));
  const [whole, setWhole] = useState<ReportPatient>();
  useEffect(() => {
    if (!patientId) return undefined;
    let wanted = true;
    vault()
      .patients.get(patientId)
      .then(({ record }) => {
        if (!wanted) return;
        setWhole({
          patient_id: patientId,
          name: record.display_name,
          legal_name: record.legal_name,
          birth_date: record.birth_date,
          identifiers: record.identifiers,
          biological_sex: record.biological_sex,
          address: addressLines(record.address),
        });
      })
      // On failure the banner keeps the data of the list row.
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [patientId]);
  if (!patientId) return undefined;
  if (whole?.patient_id === patientId) return whole;
  const summary = row?.summary;
  if (!summary) return undefined;
  const { display_name: name, legal_name, birth_date, identifiers, biological_sex } = summary;
  return { patient_id: patientId, name, legal_name, birth_date, identifiers, biological_sex, address: [] };
}
