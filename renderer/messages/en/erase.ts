export const erase = {
  menu: 'Erase this person…',
  title: 'Erase {{name}} for good?',
  act: 'Erase for good',
  reason: 'Why',
  reasonMissing: 'Say why: the reason is recorded in the signed statement.',
  confirm: 'Type {{word}} to confirm',
  word: 'erase',
  done: 'Erased for good; the signed statement was saved',
  goes: 'This is erased: the record, {{exams}} exams in {{versions}} versions, {{drafts}} drafts, {{files}} files and folders with their pictures, {{waiting}} received pictures not yet filed and messages not yet sent.',
  noBackups:
    'No backup folder is set, so no backups were counted. Delete backups made on the command line yourself: they still have this person’s records.',
  backups: 'Backups that still have some of it until they are deleted: {{number}}',
  copy: 'Travelling copy {{name}}, last seen {{day}}: this person is erased there at its next exchange.',
  statement:
    'You get a signed statement of all this. It is saved as a file at once: keep it, because the vault stores only its hash.',
  kind: {
    patient: 'Patient',
    exam: 'Exam',
    file: 'File',
  },
  left: {
    damaged:
      'Not erased, because it is damaged: {{what}} {{id}}. Give this id to an owner of its group, who can purge it on the command line («--purge»).',
    may_be_theirs:
      'Not erased, because it may belong to this person: {{what}} {{id}}. Assign it under To match before you erase.',
    same_person: 'Not erased, another record of the same person: {{what}} {{id}}. Erase it as well.',
  },
} as const;
