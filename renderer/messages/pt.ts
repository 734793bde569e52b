import { sameKeys } from './catalogue.ts';
import { commands } from './pt/commands.ts';
import { common } from './pt/common.ts';
import { deidentify } from './pt/deidentify.ts';
import { desktop } from './pt/desktop.ts';
import { editor } from './pt/editor.ts';
import { erase } from './pt/erase.ts';
import { errors } from './pt/errors.ts';
import { evidence } from './pt/evidence.ts';
import { examSheet } from './pt/exam-sheet.ts';
import { fetching } from './pt/fetch.ts';
import { files } from './pt/files.ts';
import { firstDay } from './pt/first-day.ts';
import { firstSteps } from './pt/first-steps.ts';
import { frame } from './pt/frame.ts';
import { gate } from './pt/gate.ts';
import { giveOut } from './pt/give-out.ts';
import { handbook } from './pt/handbook.ts';
import { imports } from './pt/imports.ts';
import { letterhead } from './pt/letterhead.ts';
import { match } from './pt/match.ts';
import { outbox } from './pt/outbox.ts';
import { patients } from './pt/patients.ts';
import { pictures } from './pt/pictures.ts';
import { place } from './pt/place.ts';
import { receiver } from './pt/receiver.ts';
import { reportSearch } from './pt/report-search.ts';
import { review } from './pt/review.ts';
import { sample } from './pt/sample.ts';
import { settings } from './pt/settings.ts';
import { states } from './pt/states.ts';
import { templates } from './pt/templates.ts';
import { tracked } from './pt/tracked.ts';
import { trash } from './pt/trash.ts';
import { travel } from './pt/travel.ts';
import { verify } from './pt/verify.ts';
import { withdraw } from './pt/withdraw.ts';
import { worklist } from './pt/worklist.ts';

export const pt = sameKeys({
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
