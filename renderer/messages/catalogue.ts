/** The one catalogue: every section in English, and German of exactly the same shape. */
import { commands as deCommands } from './de/commands.ts';
import { common as deCommon } from './de/common.ts';
import { deidentify as deDeidentify } from './de/deidentify.ts';
import { desktop as deDesktop } from './de/desktop.ts';
import { editor as deEditor } from './de/editor.ts';
import { errors as deErrors } from './de/errors.ts';
import { evidence as deEvidence } from './de/evidence.ts';
import { files as deFiles } from './de/files.ts';
import { frame as deFrame } from './de/frame.ts';
import { gate as deGate } from './de/gate.ts';
import { imports as deImports } from './de/imports.ts';
import { match as deMatch } from './de/match.ts';
import { outbox as deOutbox } from './de/outbox.ts';
import { patients as dePatients } from './de/patients.ts';
import { pictures as dePictures } from './de/pictures.ts';
import { place as dePlace } from './de/place.ts';
import { receiver as deReceiver } from './de/receiver.ts';
import { review as deReview } from './de/review.ts';
import { settings as deSettings } from './de/settings.ts';
import { states as deStates } from './de/states.ts';
import { templates as deTemplates } from './de/templates.ts';
import { tracked as deTracked } from './de/tracked.ts';
import { trash as deTrash } from './de/trash.ts';
import { verify as deVerify } from './de/verify.ts';
import { worklist as deWorklist } from './de/worklist.ts';
import { commands } from './en/commands.ts';
import { common } from './en/common.ts';
import { deidentify } from './en/deidentify.ts';
import { desktop } from './en/desktop.ts';
import { editor } from './en/editor.ts';
import { errors } from './en/errors.ts';
import { evidence } from './en/evidence.ts';
import { files } from './en/files.ts';
import { frame } from './en/frame.ts';
import { gate } from './en/gate.ts';
import { imports } from './en/imports.ts';
import { match } from './en/match.ts';
import { outbox } from './en/outbox.ts';
import { patients } from './en/patients.ts';
import { pictures } from './en/pictures.ts';
import { place } from './en/place.ts';
import { receiver } from './en/receiver.ts';
import { review } from './en/review.ts';
import { settings } from './en/settings.ts';
import { states } from './en/states.ts';
import { templates } from './en/templates.ts';
import { tracked } from './en/tracked.ts';
import { trash } from './en/trash.ts';
import { verify } from './en/verify.ts';
import { worklist } from './en/worklist.ts';

export const en = {
  commands,
  common,
  desktop,
  editor,
  errors,
  evidence,
  files,
  frame,
  gate,
  imports,
  deidentify,
  match,
  outbox,
  patients,
  pictures,
  place,
  receiver,
  review,
  settings,
  states,
  templates,
  tracked,
  trash,
  verify,
  worklist,
} as const;

/** The same keys with any text. */
export type SameKeys<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends string ? string : SameKeys<Section[Key]>;
};

export const de: SameKeys<typeof en> = {
  commands: deCommands,
  common: deCommon,
  desktop: deDesktop,
  editor: deEditor,
  errors: deErrors,
  evidence: deEvidence,
  files: deFiles,
  frame: deFrame,
  gate: deGate,
  imports: deImports,
  deidentify: deDeidentify,
  match: deMatch,
  outbox: deOutbox,
  patients: dePatients,
  pictures: dePictures,
  place: dePlace,
  receiver: deReceiver,
  review: deReview,
  settings: deSettings,
  states: deStates,
  templates: deTemplates,
  tracked: deTracked,
  trash: deTrash,
  verify: deVerify,
  worklist: deWorklist,
};
