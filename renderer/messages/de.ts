import { sameKeys } from './catalogue.ts';
import { commands } from './de/commands.ts';
import { common } from './de/common.ts';
import { deidentify } from './de/deidentify.ts';
import { desktop } from './de/desktop.ts';
import { editor } from './de/editor.ts';
import { erase } from './de/erase.ts';
import { errors } from './de/errors.ts';
import { evidence } from './de/evidence.ts';
import { examSheet } from './de/exam-sheet.ts';
import { fetching } from './de/fetch.ts';
import { files } from './de/files.ts';
import { firstDay } from './de/first-day.ts';
import { firstSteps } from './de/first-steps.ts';
import { frame } from './de/frame.ts';
import { gate } from './de/gate.ts';
import { giveOut } from './de/give-out.ts';
import { handbook } from './de/handbook.ts';
import { imports } from './de/imports.ts';
import { letterhead } from './de/letterhead.ts';
import { match } from './de/match.ts';
import { outbox } from './de/outbox.ts';
import { patients } from './de/patients.ts';
import { pictures } from './de/pictures.ts';
import { place } from './de/place.ts';
import { receiver } from './de/receiver.ts';
import { reportSearch } from './de/report-search.ts';
import { review } from './de/review.ts';
import { sample } from './de/sample.ts';
import { settings } from './de/settings.ts';
import { states } from './de/states.ts';
import { templates } from './de/templates.ts';
import { tracked } from './de/tracked.ts';
import { trash } from './de/trash.ts';
import { travel } from './de/travel.ts';
import { verify } from './de/verify.ts';
import { withdraw } from './de/withdraw.ts';
import { worklist } from './de/worklist.ts';

export const de = sameKeys({
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
