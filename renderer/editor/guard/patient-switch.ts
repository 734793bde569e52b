/**
 * Tracks the patients of the reports opened last. Sealing within five seconds of a patient change asks for
 * confirmation once, with both names. The banner shows the new name meanwhile. Source: clinician's reference,
 * B-i 16.
 */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

export interface Person {
  /** Patient of the report; null for one without a patient. */
  readonly patient_id: string | null;
  readonly name: string;
}

interface Switch {
  readonly from: Person;
  readonly to: Person;
  /** Time when the report was opened, in milliseconds since the epoch. */
  readonly at: number;
}

interface PatientSwitch {
  readonly last: Person | undefined;
  /** The latest patient change, until it was confirmed. */
  readonly changed: Switch | undefined;
  /** Open question about a patient change, while the confirmation is shown. */
  readonly question: (Switch & { readonly answer: (goOn: boolean) => void }) | undefined;
}

/** Time during which a patient change needs confirmation. */
const SWITCH_MS = 5_000;

const START: PatientSwitch = { last: undefined, changed: undefined, question: undefined };

export const usePatientSwitch = create<PatientSwitch>()(() => START);

/** Records the patient of the opened report; called again once the name is known. */
export function recordPatient(to: Person, at = Date.now()): void {
  const { last, changed } = usePatientSwitch.getState();
  if (last === undefined || last.patient_id === to.patient_id) {
    const renamed = changed && changed.to.patient_id === to.patient_id ? { ...changed, to } : undefined;
    usePatientSwitch.setState({ last: to, changed: renamed });
  } else {
    usePatientSwitch.setState({ last: to, changed: { from: last, to, at } });
  }
}

/** Id of the report on screen. */
let shown: string | undefined;

/** Says which report is on screen. The returned function says that it was left, which ends its question. */
export function setShownReport(report: string): () => void {
  shown = report;
  return () => {
    if (shown !== report) return;
    shown = undefined;
    usePatientSwitch.getState().question?.answer(false);
  };
}

/**
 * Resolves to true if sealing may continue: no recent patient change, or the person confirmed it. The question belongs to
 * the page of its report: once that is left, sealing ends, and the draft stays.
 */
export function confirmPatientSwitch(report: string, now = Date.now()): Promise<boolean> {
  const { changed } = usePatientSwitch.getState();
  const isRecent = changed !== undefined && now - changed.at < SWITCH_MS;
  if (isRecent && shown !== report) return Promise.resolve(false);
  usePatientSwitch.setState({ changed: undefined });
  if (!isRecent) return Promise.resolve(true);
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
