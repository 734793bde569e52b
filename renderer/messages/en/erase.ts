export const erase = {
  menu: 'Erase this person…',
  title: 'Erase {{name}} for good?',
  act: 'Erase for good',
  reason: 'Why',
  reasonMissing: 'Say why: the reason is recorded in the signed statement.',
  confirm: 'Type {{word}} to confirm',
  word: 'erase',
  done: 'Erased for good; the signed statement was saved',
  goes: 'This is erased: the record, {{exams}} exams in {{versions}} versions, {{drafts}} drafts, {{files}} files and folders with their pictures, {{waiting}} waiting objects and messages.',
  noBackups:
    'No folder for backups is chosen. Backups made by command are not counted here: delete them yourself.',
  backups: 'Backups that still have some of it until they are deleted: {{number}}',
  copy: 'Travelling copy {{name}}, last seen {{day}}: erases it at its next exchange.',
  statement:
    'You get a signed statement of all this. It is saved as a file at once: keep it, because the vault stores only its hash.',
  kind: {
    patient: 'Patient',
    exam: 'Exam',
    file: 'File',
  },
  left: {
    damaged:
      'Not erased, because it is damaged: {{what}} {{id}}. Note this id: an owner can remove it on the command line («--purge»).',
    may_be_theirs:
      'Not erased, because it may belong to this person: {{what}} {{id}}. Assign it under To match before you erase.',
    same_person: 'Not erased, another record of the same person: {{what}} {{id}}. Erase it as well.',
  },
} as const;
