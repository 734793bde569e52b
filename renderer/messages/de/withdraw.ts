/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Als irrtümlich kennzeichnen',
  act: 'Als irrtümlich kennzeichnen',
  text: '«{{title}}» wird als zurückgezogen gezeigt und gedruckt, verlässt die üblichen Listen und ihre Zahlen; auf Wiedervorlagen und kritischen Befund wird nicht mehr gewartet. Nichts wird gelöscht.',
  reasonMissing: 'Sagen Sie, warum, zum Beispiel «in die falsche Untersuchung diktiert».',
  draftKept: 'Unversiegelter Text dieses Befunds bleibt erhalten: Er kommt zum wiedergefundenen Text.',
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
    title_one: 'Der Absender hat einen Wert zurückgezogen, der in diesem Text steht.',
    title_other: 'Der Absender hat {{count}} Werte zurückgezogen, die in diesem Text stehen.',
    withdrawn: '{{name}}: ungültig, irrtümlich gesendet (eingetroffen am {{date}})',
    cancelled: '{{name}}: vom Absender storniert (eingetroffen am {{date}})',
    text: 'Dieser Text wurde nicht geändert, weil eine Person ihn bearbeitet hatte. Sehen Sie sich den neuen Wert unter den Dateien dieser Untersuchung an, berichtigen Sie den Text, dann bestätigen Sie.',
    act: 'Geprüft: Der Text stimmt',
    reason: 'Zurückgezogene Werte geprüft',
    notKept: 'Ihre Bestätigung wurde nicht gespeichert. Versuchen Sie es noch einmal.',
  },
};
