/**
 * Who the reports opened last were about. Sealing within five seconds of a change of patient asks once, with both
 * names; the banner shows the new name for as long. Source: clinician's reference, B-i 16.
 */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

export interface Person {
  /** Null: a report of no patient. */
  readonly patient_id: string | null;
  readonly name: string;
}

interface Switch {
  readonly from: Person;
  readonly to: Person;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface PatientSwitch {
  readonly last: Person | undefined;
  /** The latest change, until it has been asked about. */
  readonly changed: Switch | undefined;
  /** Stands while somebody is asked. */
  readonly question: (Switch & { readonly answer: (goOn: boolean) => void }) | undefined;
}

/** A change is asked about for this long. */
const SWITCH_MS = 5_000;

const START: PatientSwitch = { last: undefined, changed: undefined, question: undefined };

export const usePatientSwitch = create<PatientSwitch>()(() => START);

/** A report is in front of the person; called again when the patient's name is known. */
export function recordPatient(to: Person, at = Date.now()): void {
  const { last, changed } = usePatientSwitch.getState();
  if (last === undefined || last.patient_id === to.patient_id) {
    const renamed = changed && changed.to.patient_id === to.patient_id ? { ...changed, to } : undefined;
    usePatientSwitch.setState({ last: to, changed: renamed });
  } else {
    usePatientSwitch.setState({ last: to, changed: { from: last, to, at } });
  }
}

/** True where sealing may go on: no fresh change of patient, or the person said yes to it. */
export function confirmPatientSwitch(now = Date.now()): Promise<boolean> {
  const { changed } = usePatientSwitch.getState();
  usePatientSwitch.setState({ changed: undefined });
  if (!changed || now - changed.at >= SWITCH_MS) return Promise.resolve(true);
  return new Promise((resolve) => {
    const answer = (goOn: boolean) => {
      usePatientSwitch.setState({ question: undefined });
      resolve(goOn);
    };
    usePatientSwitch.setState({ question: { ...changed, answer } });
  });
}

onWipe(() => {
  usePatientSwitch.getState().question?.answer(false);
  usePatientSwitch.setState(START);
});
