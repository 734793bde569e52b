/** English texts: the reference for every other language, and the fallback until one is loaded. */
import { commands } from './en/commands.ts';
import { common } from './en/common.ts';
import { deidentify } from './en/deidentify.ts';
import { desktop } from './en/desktop.ts';
import { editor } from './en/editor.ts';
import { erase } from './en/erase.ts';
import { errors } from './en/errors.ts';
import { evidence } from './en/evidence.ts';
import { examSheet } from './en/exam-sheet.ts';
import { fetching } from './en/fetch.ts';
import { files } from './en/files.ts';
import { firstDay } from './en/first-day.ts';
import { firstSteps } from './en/first-steps.ts';
import { frame } from './en/frame.ts';
import { gate } from './en/gate.ts';
import { giveOut } from './en/give-out.ts';
import { handbook } from './en/handbook.ts';
import { imports } from './en/imports.ts';
import { letterhead } from './en/letterhead.ts';
import { match } from './en/match.ts';
import { outbox } from './en/outbox.ts';
import { patients } from './en/patients.ts';
import { pictures } from './en/pictures.ts';
import { place } from './en/place.ts';
import { receiver } from './en/receiver.ts';
import { reportSearch } from './en/report-search.ts';
import { review } from './en/review.ts';
import { sample } from './en/sample.ts';
import { settings } from './en/settings.ts';
import { states } from './en/states.ts';
import { templates } from './en/templates.ts';
import { tracked } from './en/tracked.ts';
import { trash } from './en/trash.ts';
import { travel } from './en/travel.ts';
import { verify } from './en/verify.ts';
import { withdraw } from './en/withdraw.ts';
import { worklist } from './en/worklist.ts';

export const en = {
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
} as const;
