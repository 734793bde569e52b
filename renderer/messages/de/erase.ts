export const erase = {
  menu: 'Diese Person löschen…',
  title: '{{name}} endgültig löschen?',
  act: 'Endgültig löschen',
  reason: 'Grund',
  reasonMissing: 'Nennen Sie den Grund: Er steht in der signierten Erklärung.',
  confirm: 'Zum Bestätigen {{word}} eingeben',
  word: 'löschen',
  done: 'Endgültig gelöscht; die signierte Erklärung wurde gespeichert',
  goes: 'Das wird gelöscht: die Akte, {{exams}} Untersuchungen in {{versions}} Fassungen, {{drafts}} Entwürfe, {{files}} Dateien und Ordner mit ihren Bildern, {{waiting}} empfangene, noch nicht abgelegte Bilder und noch nicht gesendete Nachrichten.',
  noBackups:
    'Es ist kein Ordner für Sicherungen gewählt, deshalb wurden keine gezählt. Löschen Sie Sicherungen von der Befehlszeile selbst: Sie haben die Akten dieser Person noch.',
  backups: 'Sicherungen, die noch etwas davon enthalten, bis sie verworfen werden: {{number}}',
  copy: 'Reisekopie {{name}}, zuletzt gesehen {{day}}: Dort wird diese Person beim nächsten Abgleich gelöscht.',
  statement:
    'Sie erhalten eine signierte Erklärung über all dies. Sie wird sofort als Datei gespeichert: Bewahren Sie sie auf, weil der Tresor nur ihren Hash behält.',
  kind: {
    patient: 'Patient',
    exam: 'Untersuchung',
    file: 'Datei',
  },
  left: {
    damaged:
      'Nicht gelöscht, weil beschädigt: {{what}} {{id}}. Geben Sie diese Id einem Eigner der Gruppe, der es auf der Befehlszeile endgültig löschen kann («--purge»).',
    may_be_theirs:
      'Nicht gelöscht, vielleicht von dieser Person: {{what}} {{id}}. Ordnen Sie es unter Zuordnen zu, bevor Sie löschen.',
    same_person:
      'Nicht gelöscht, eine andere Akte derselben Person: {{what}} {{id}}. Löschen Sie auch diese.',
  },
};
