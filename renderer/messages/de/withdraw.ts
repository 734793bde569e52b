/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Als irrtümlich kennzeichnen',
  act: 'Als irrtümlich kennzeichnen',
  text: '«{{title}}» wird als zurückgezogen gezeigt und gedruckt, verlässt die üblichen Listen und ihre Zahlen; auf Wiedervorlagen und kritischen Befund wird nicht mehr gewartet. Nichts wird gelöscht.',
  reasonMissing: 'Sagen Sie, warum, zum Beispiel «in die falsche Untersuchung diktiert».',
  draftKept: 'Der Text, der geschrieben wird, kommt zu den wiedergefundenen.',
  backTitle: 'Kennzeichnung zurücknehmen',
  backAct: 'Kennzeichnung zurücknehmen',
  backText: '«{{title}}» wird wieder, was er vorher war, als eigene Version.',
  fromElsewhere: 'Er kam schon so gekennzeichnet. Was er vorher war, ist nicht bekannt.',
  marked: 'Irrtümlich: {{title}}',
  takenBack: 'Nicht mehr irrtümlich: {{title}}',
  banner: 'Irrtümlich erfasst. Nichts in diesem Befund gilt.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
};
