/** The sheet that puts an exam right. */
export const examSheet = {
  title: 'Untersuchung berichtigen',
  side: 'Seite',
  sides: {
    none: 'Keine',
    left: 'Links',
    right: 'Rechts',
    both: 'Beide',
  },
  sideWord: {
    left: 'links',
    right: 'rechts',
    both: 'beidseits',
  },
  date: 'Datum und Zeit',
  reason: 'Grund',
  reasonHelp: 'steht im Verlauf',
  reasonMissing: 'Sagen Sie, warum, zum Beispiel «falsche Seite angemeldet».',
  left: 'Bisheriger Patient des Befunds',
  leftWrong: 'Wählen Sie mit Namen die Person, zu der dieser Befund jetzt gehört.',
  leftOther:
    'Dieser Befund gehört zu {{from}}, nicht zu {{name}}. Wählen Sie die Person, zu der er jetzt gehört.',
  bothNames:
    'Dieser Befund wurde für {{from}} geschrieben. Wählen Sie mit Namen auch die Person, von der er verschoben wird. Das Verschieben wird bei beiden vermerkt.',
  seal: 'Änderung versiegeln',
  sealSigned: 'Versiegeln und als korrigiert signieren',
  nothing: 'Noch ist nichts geändert.',
  signed:
    'Dieser Befund ist signiert. Version {{seq}} bleibt, wie sie signiert wurde; die neue Version signieren Sie, als korrigiert.',
  checkFirst_one: 'Lesen Sie dies zuerst, dann drücken Sie erneut. {{count}} Frage:',
  checkFirst_other: 'Lesen Sie dies zuerst, dann drücken Sie erneut. {{count}} Fragen:',
  figuresAre: 'Ich habe die Schlüsselbilder angesehen: Sie zeigen {{name}}',
  figuresAreNot:
    'Vorher wird nicht signiert. Zeigt eines jemand anderen, schließen Sie dies, ändern Sie den Befund und nehmen Sie es zuerst heraus.',
  written:
    '{{name}} schreibt einen Nachtrag oder eine Änderung und muss das zuerst versiegeln oder verwerfen.',
  done: 'Richtiggestellt: {{title}}',
  movedDone: '{{title}} gehört jetzt zu {{name}}',
  toldReopens:
    '{{who}} wurde der kritische Befund als einer von {{name}} mitgeteilt. Nach dem Verschieben gilt er als nicht mitgeteilt, bis ihn jemand neu mitteilt oder bestätigt.',
  elsewhere: {
    title: 'Bis {{when}} gehörte dieser Befund zu {{name}}',
    titleUnread: 'Bis {{when}} gehörte diese Untersuchung zu {{name}}',
    told: 'Kritischer Befund: als einer jenes Patienten mitgeteilt. Er gilt als nicht mitgeteilt, bis ihn jemand neu mitteilt oder bestätigt.',
    followUp: 'Unter jenem Namen empfohlen: {{text}}',
    sent: 'Unter jenem Namen an {{receiver}} gesendet, {{when}}. Er kann dort noch sein. Senden Sie diese Version und lassen Sie die andere dort entfernen.',
    text: 'Was unter jenem Namen gedruckt, gespeichert oder übergeben wurde, ändert sich nicht: Sagen Sie es allen, die es haben. Wo diese Untersuchung mit früheren verglichen wurde, hier und bei {{name}}, lesen Sie den Vergleich noch einmal.',
    act: 'Bestätigen: Alle, die ihn hatten, sind informiert',
    reason: 'Alle, die es unter dem Namen {{name}} hatten, wurden informiert',
    notKept: 'Ihre Bestätigung wurde nicht gespeichert. Versuchen Sie es noch einmal.',
  },
  moves: 'Umgehängte Befunde',
  movedOut: '{{title}} wurde am {{when}} von {{who}} zu einem anderen Patienten verschoben: {{reason}}',
  movedIn: '{{title}} wurde am {{when}} von {{who}} von anderswo hierher verschoben: {{reason}}',
};
