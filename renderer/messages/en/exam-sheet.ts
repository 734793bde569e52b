/** Texts of the dialog that corrects an exam. */
export const examSheet = {
  title: 'Put the exam right',
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
  written: '{{name}} is writing an addendum or amendment and has to seal or discard it first.',
  done: 'Corrected: {{title}}',
  movedDone: '{{title}} now belongs to {{name}}',
  toldReopens:
    '{{who}} was told of the critical result under the name of {{name}}. After the move it counts as untold until a person tells it again or confirms it.',
  elsewhere: {
    title: 'Until {{when}} this report stood under the name of {{name}}',
    titleUnread: 'Until {{when}} this exam stood under the name of {{name}}',
    told: 'Critical result: told under that name. It counts as untold until a person tells it again or confirms it.',
    followUp: 'Recommended under that name: {{text}}',
    sent: 'Sent under that name to {{receiver}}, {{when}}. It may still be there. Send this version, and ask that system to remove the other one.',
    text: 'What was printed, saved or handed over under that name does not change: tell whoever has it. Read again what was compared with earlier exams, here and at {{name}}.',
    act: 'Confirm: everyone who had it was told',
    reason: 'Whoever had it under the name of {{name}} was told',
    notKept: 'That was not recorded',
  },
  moves: 'Moved reports',
  movedOut: '{{title}} was moved to another patient on {{when}} by {{who}}: {{reason}}',
  movedIn: '{{title}} was moved here from elsewhere on {{when}} by {{who}}: {{reason}}',
} as const;
