export const erase = {
  menu: 'Diese Person löschen…',
  title: '{{name}} endgültig löschen?',
  act: 'Endgültig löschen',
  reason: 'Grund',
  reasonMissing: 'Nennen Sie den Grund: Er steht in der signierten Erklärung.',
  confirm: 'Zum Bestätigen {{word}} eingeben',
  word: 'löschen',
  done: 'Endgültig gelöscht; die signierte Erklärung wurde gespeichert',
  goes: 'Das wird gelöscht: die Akte, {{exams}} Untersuchungen in {{versions}} Fassungen, {{drafts}} Entwürfe, {{files}} Dateien und Ordner mit ihren Bildern, {{waiting}} wartende Objekte und Nachrichten.',
  noBackups:
    'Es ist kein Ordner für Sicherungen gewählt. Sicherungen per Befehl sind hier nicht mitgezählt: Löschen Sie diese selbst.',
  backups: 'Sicherungen, die noch etwas davon enthalten, bis sie verworfen werden: {{number}}',
  copy: 'Reisekopie {{name}}, zuletzt gesehen {{day}}: löscht es beim nächsten Abgleich.',
  statement:
    'Sie erhalten eine signierte Erklärung über all dies. Sie wird sofort als Datei gespeichert: Bewahren Sie sie auf, weil der Tresor nur ihren Hash behält.',
  kind: {
    patient: 'Patient',
    exam: 'Untersuchung',
    file: 'Datei',
  },
  left: {
    damaged:
      'Nicht gelöscht, weil beschädigt: {{what}} {{id}}. Notieren Sie diese Id: Ein Eigner kann es auf der Befehlszeile entfernen («--purge»).',
    may_be_theirs:
      'Nicht gelöscht, vielleicht von dieser Person: {{what}} {{id}}. Ordnen Sie es unter Zuordnen zu, bevor Sie löschen.',
    same_person:
      'Nicht gelöscht, eine andere Akte derselben Person: {{what}} {{id}}. Löschen Sie auch diese.',
  },
};
