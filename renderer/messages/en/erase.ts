export const erase = {
  menu: 'Erase this person…',
  title: 'Erase {{name}} for good?',
  act: 'Erase for good',
  reason: 'Why',
  reasonMissing: 'Say why: it stands in the signed statement.',
  confirm: 'Type {{word}} to confirm',
  word: 'erase',
  done: 'Erased for good; the signed statement was saved',
  goes: 'This goes: the record, {{exams}} exams in {{versions}} versions, {{drafts}} drafts, {{files}} files and folders with their pictures, {{waiting}} waiting objects and messages.',
  noBackups: 'No folder for backups is chosen: backups made by command are not known here.',
  backups: 'Backups that still hold some of it until they are discarded: {{number}}',
  copy: 'Travelling copy {{name}}, last seen {{day}}: lets go at its next exchange.',
  statement:
    'What is answered is a signed statement of all this. It is saved as a file at once: the vault keeps only its hash.',
  kind: {
    patient: 'Patient',
    exam: 'Exam',
    file: 'File',
  },
  left: {
    damaged: 'Stays, damaged: {{what}} {{id}}',
    may_be_theirs: 'Stays, may be of this person: {{what}} {{id}}. Match it first.',
    same_person: 'Not erased, another record of the same person: {{what}} {{id}}',
  },
} as const;
