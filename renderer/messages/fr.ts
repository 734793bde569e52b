import { sameKeys } from './catalogue.ts';
import { commands } from './fr/commands.ts';
import { common } from './fr/common.ts';
import { deidentify } from './fr/deidentify.ts';
import { desktop } from './fr/desktop.ts';
import { editor } from './fr/editor.ts';
import { erase } from './fr/erase.ts';
import { errors } from './fr/errors.ts';
import { evidence } from './fr/evidence.ts';
import { examSheet } from './fr/exam-sheet.ts';
import { fetching } from './fr/fetch.ts';
import { files } from './fr/files.ts';
import { firstDay } from './fr/first-day.ts';
import { firstSteps } from './fr/first-steps.ts';
import { frame } from './fr/frame.ts';
import { gate } from './fr/gate.ts';
import { giveOut } from './fr/give-out.ts';
import { handbook } from './fr/handbook.ts';
import { imports } from './fr/imports.ts';
import { letterhead } from './fr/letterhead.ts';
import { match } from './fr/match.ts';
import { outbox } from './fr/outbox.ts';
import { patients } from './fr/patients.ts';
import { pictures } from './fr/pictures.ts';
import { place } from './fr/place.ts';
import { receiver } from './fr/receiver.ts';
import { reportSearch } from './fr/report-search.ts';
import { review } from './fr/review.ts';
import { sample } from './fr/sample.ts';
import { settings } from './fr/settings.ts';
import { states } from './fr/states.ts';
import { templates } from './fr/templates.ts';
import { tracked } from './fr/tracked.ts';
import { trash } from './fr/trash.ts';
import { travel } from './fr/travel.ts';
import { verify } from './fr/verify.ts';
import { withdraw } from './fr/withdraw.ts';
import { worklist } from './fr/worklist.ts';

export const fr = sameKeys({
  commands,
  common,
  desktop,
  editor,
  erase,
  errors,
  evidence,
  examSheet,
  fetching,
  files,
  firstDay,
  firstSteps,
  frame,
  gate,
  giveOut,
  handbook,
  imports,
  deidentify,
  letterhead,
  match,
  outbox,
  patients,
  pictures,
  place,
  receiver,
  reportSearch,
  review,
  sample,
  settings,
  states,
  templates,
  tracked,
  trash,
  travel,
  verify,
  withdraw,
  worklist,
});
