import { sameKeys } from './catalogue.ts';
import { commands } from './es/commands.ts';
import { common } from './es/common.ts';
import { deidentify } from './es/deidentify.ts';
import { desktop } from './es/desktop.ts';
import { editor } from './es/editor.ts';
import { erase } from './es/erase.ts';
import { errors } from './es/errors.ts';
import { evidence } from './es/evidence.ts';
import { examSheet } from './es/exam-sheet.ts';
import { fetching } from './es/fetch.ts';
import { files } from './es/files.ts';
import { firstDay } from './es/first-day.ts';
import { firstSteps } from './es/first-steps.ts';
import { frame } from './es/frame.ts';
import { gate } from './es/gate.ts';
import { giveOut } from './es/give-out.ts';
import { handbook } from './es/handbook.ts';
import { imports } from './es/imports.ts';
import { letterhead } from './es/letterhead.ts';
import { match } from './es/match.ts';
import { outbox } from './es/outbox.ts';
import { patients } from './es/patients.ts';
import { pictures } from './es/pictures.ts';
import { place } from './es/place.ts';
import { receiver } from './es/receiver.ts';
import { reportSearch } from './es/report-search.ts';
import { review } from './es/review.ts';
import { sample } from './es/sample.ts';
import { settings } from './es/settings.ts';
import { states } from './es/states.ts';
import { templates } from './es/templates.ts';
import { tracked } from './es/tracked.ts';
import { trash } from './es/trash.ts';
import { travel } from './es/travel.ts';
import { verify } from './es/verify.ts';
import { withdraw } from './es/withdraw.ts';
import { worklist } from './es/worklist.ts';

export const es = sameKeys({
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
