/** Texts of the dialog that corrects an exam. */
export const examSheet = {
  title: 'Correct the exam',
  side: 'Side',
  sides: {
    none: 'None',
    left: 'Left',
    right: 'Right',
    both: 'Both',
  },
  sideWord: {
    left: 'left',
    right: 'right',
    both: 'both sides',
  },
  date: 'Date and time',
  reason: 'Reason',
  reasonHelp: 'shown in the history',
  reasonMissing: 'Say why, for example «wrong side ordered».',
  left: 'Patient the report is moved from',
  leftWrong: 'Choose by name the patient this report belongs to now.',
  leftOther: 'This report belongs to {{from}}, not to {{name}}. Choose the patient it belongs to now.',
  bothNames:
    'This report was written for {{from}}. Choose by name also the patient it is moved from. The move is recorded for both patients.',
  seal: 'Seal the change',
  sealSigned: 'Seal and sign as corrected',
  nothing: 'Nothing is changed yet.',
  signed:
    'This report is signed. Version {{seq}} stays as it was signed; the new version is signed by you, as corrected.',
  checkFirst_one: 'Read this first, then press again. {{count}} question:',
  checkFirst_other: 'Read this first, then press again. {{count}} questions:',
  figuresAre: 'I have looked at the key images: they show {{name}}',
  figuresAreNot:
    'Not signed before this is said. If one shows somebody else, close this, amend the report and take it out first.',
  written: '{{name}} is writing an addendum or amendment and has to seal or discard it first.',
  done: 'Corrected: {{title}}',
  movedDone: '{{title}} now belongs to {{name}}',
  toldReopens:
    '{{who}} was told of the critical result as one of {{name}}. After the move it counts as not told until a person tells it again or confirms it.',
  elsewhere: {
    title: 'Until {{when}} this report belonged to {{name}}',
    titleUnread: 'Until {{when}} this exam belonged to {{name}}',
    told: 'Critical result: told as one of that patient. It counts as not told until a person tells it again or confirms it.',
    followUp: 'Recommended under that name: {{text}}',
    sent: 'Sent under that name to {{receiver}}, {{when}}. It may still be there. Send this version, and ask that system to remove the other one.',
    text: 'What was printed, saved or handed over under that name does not change: tell everyone who has it. Where this exam was compared with earlier ones, here and at {{name}}, read the comparison again.',
    act: 'Confirm: everyone who had it was told',
    reason: 'Everyone who had it under the name of {{name}} was told',
    notKept: 'Your confirmation was not saved. Try again.',
  },
  moves: 'Moved reports',
  movedOut: '{{title}} was moved to another patient on {{when}} by {{who}}: {{reason}}',
  movedIn: '{{title}} was moved here from elsewhere on {{when}} by {{who}}: {{reason}}',
} as const;
