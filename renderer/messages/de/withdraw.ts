/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Als irrtümlich kennzeichnen',
  act: 'Als irrtümlich kennzeichnen',
  text: '«{{title}}» wird als zurückgezogen gezeigt und gedruckt, verlässt die üblichen Listen und ihre Zahlen; auf Wiedervorlagen und kritischen Befund wird nicht mehr gewartet. Nichts wird gelöscht.',
  reasonMissing: 'Sagen Sie, warum, zum Beispiel «in die falsche Untersuchung diktiert».',
  draftKept: 'Der Text, der geschrieben wird, kommt zu den wiedergefundenen.',
  backTitle: 'Kennzeichnung «irrtümlich» entfernen',
  backAct: 'Kennzeichnung «irrtümlich» entfernen',
  backText: '«{{title}}» kehrt in den Zustand vor der Kennzeichnung zurück, als neue Version.',
  fromElsewhere:
    'Dieser Bericht war schon gekennzeichnet, als er hierher kam. Sein früherer Zustand ist nicht bekannt, darum bleibt die Kennzeichnung.',
  marked: 'Irrtümlich: {{title}}',
  takenBack: 'Nicht mehr irrtümlich: {{title}}',
  banner: 'Irrtümlich erfasst. Nichts in diesem Befund gilt.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
  results: {
    title_one: 'Ein Wert in diesem Text wurde von seiner Quelle zurückgezogen.',
    title_other: '{{count}} Werte in diesem Text wurden von ihrer Quelle zurückgezogen.',
    withdrawn: '{{name}}: zurückgezogen, irrtümlich erfasst (mitgeteilt am {{date}})',
    cancelled: '{{name}}: abgebrochen (mitgeteilt am {{date}})',
    text: 'Der Text blieb, wie er ist, weil eine Person ihn bearbeitet hatte. Das neue Ergebnis der Quelle ist unter den Dateien dieser Untersuchung: Berichtigen Sie den Text, dann bestätigen Sie.',
    act: 'Ich habe nachgesehen',
    reason: 'Zurückgezogene Werte nachgesehen',
    notKept: 'Ihre Bestätigung wurde nicht gespeichert. Versuchen Sie es noch einmal.',
  },
};
