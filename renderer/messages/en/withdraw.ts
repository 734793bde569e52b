/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Mark as entered in error',
  act: 'Mark as entered in error',
  text: '«{{title}}» is shown and printed as withdrawn, leaves the usual lists and their counts, and its follow-ups and critical result are no longer waited for. Nothing is deleted.',
  reasonMissing: 'Say why, for example «dictated into the wrong exam».',
  draftKept: 'The text being written goes to Recovered text.',
  backTitle: 'Take the mark back',
  backAct: 'Take the mark back',
  backText: '«{{title}}» becomes what it was before the mark, as a version of its own.',
  fromElsewhere: 'It came here so marked. What it was before is not known.',
  marked: 'Entered in error: {{title}}',
  takenBack: 'No longer entered in error: {{title}}',
  banner: 'Entered in error. Nothing in this report is valid.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
} as const;
