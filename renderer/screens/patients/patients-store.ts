import { create } from 'zustand';
import type { PatientBase, PatientSort } from '#renderer/lists/patient-list.ts';

interface PatientsState {
  readonly base: PatientBase;
  readonly tag: string | undefined;
  readonly sort: PatientSort;
  readonly selected_id: string | undefined;
}

/** Store of the patient list's state: selection and filters. Ids only, so it may survive a lock. */
export const usePatients = create<PatientsState>()(() => ({
  base: 'all',
  tag: undefined,
  sort: { by: 'patient', descending: false },
  selected_id: undefined,
}));
