export const outbox = {
  lead: 'Signierte und versiegelte Befunde, gesendet als HL7-v2-Nachrichten. Der Tresor sendet jede Nachricht erneut, bis das System antwortet, solange eine Person entsperrt ist, die den Befund lesen darf.',
  title: 'Postausgang',
  grid: 'Nachrichten',
  empty:
    'Noch wurde nichts gesendet. Öffnen Sie eine Untersuchung und wählen Sie in der Palette «An ein System senden».',
  receivers: 'Systeme',
  receiversHelp: 'je Zeile eines: name=host:port, oder verschlüsselt: name=tls://host:port',
  receiversBad:
    'Schreiben Sie je Zeile ein System, als name=host:port oder name=tls://host:port, jeden Namen einmal. Beispiel: ris=ris.klinik.example:2575.',
  inClear:
    'HL7 über MLLP ohne tls:// ist nicht verschlüsselt: Andere können die Befunde im Netz mitlesen. Nutzen Sie tls://, wo das System es kann.',
  caOfSystem: '{{receiver}}: Sein Zertifikat muss von einer Stelle sein, der dieser Rechner vertraut.',
  caOfItsOwn: '{{receiver}}: Sein Zertifikat muss von der hier angegebenen Stelle sein.',
  caBad: 'Diese Datei ist kein PEM-Zertifikat. Nichts wurde geändert. Wählen Sie eine andere Datei.',
  caChoose: 'Zertifizierungsstelle von {{receiver}} wählen…',
  caReplace: 'Zertifizierungsstelle von {{receiver}} ersetzen…',
  caRemove: 'Für {{receiver}} angegebene Zertifizierungsstelle entfernen',
  caUnreadable: 'Das Zertifikat dieser Stelle ist nicht lesbar. Ersetzen Sie es.',
  caSubject: 'Stelle',
  caFingerprint: 'Fingerabdruck SHA-256',
  saveReceivers: 'Systeme übernehmen',
  sendAgain: 'Jetzt senden',
  sendAgainTo: 'Jetzt an {{receiver}} senden',
  discard: 'Entfernen',
  discardTo: 'Die Nachricht an {{receiver}} entfernen',
  discardAsk: 'Die Nachricht an {{receiver}} entfernen?',
  discardKeep: 'Nachricht behalten',
  discardText:
    'Das System hat den Befund nicht bestätigt, und er wird nicht mehr gesendet. Der Befund selbst bleibt.',
  next: 'nächster Versuch {{time}}',
  states: {
    waiting: 'Wartet',
    acknowledged: 'Angenommen',
    refused: 'Abgewiesen',
    failed: 'Gescheitert',
  },
  heard: '(„{{answer}}“)',
  damaged:
    'Diese Nachricht ist beschädigt und wird nicht gesendet. Der Befund selbst ist nicht betroffen. Entfernen Sie die Nachricht und senden Sie den Befund noch einmal.',
  failures: {
    no_answer: 'keine Antwort',
    not_trusted: 'seinem Zertifikat wird nicht vertraut: Stelle prüfen',
    not_admitted: 'es hat das Zertifikat des Tresors abgelehnt: bitten Sie den Betreiber, es anzunehmen',
    not_understood: 'die Antwort war keine HL7-Bestätigung: Adresse und Port prüfen',
    no_receiver:
      'dieses System steht nicht mehr in den Einstellungen: fügen Sie es wieder hinzu oder entfernen Sie die Nachricht',
    no_patient_number: 'die Person hat keine Nummer, HL7 braucht eine: bei der Person eintragen',
    not_readable: 'der Befund konnte nicht gelesen werden: öffnen Sie ihn, um den Grund zu sehen',
  },
  send: {
    title: '{{title}} senden',
    act: 'Senden',
    sent: 'Für {{receiver}} eingereiht: Version {{seq}}. Ihr Stand steht unten. Für ein weiteres Senden diesen Dialog erneut öffnen.',
    intro:
      'Version {{seq}} mit ihrem PDF, als HL7 v2: Das empfangende System kann sie lesen. Sie wird erneut gesendet, bis es antwortet.',
    to: 'System',
    none: 'Noch ist kein System eingerichtet. Legen Sie eines in den Einstellungen an.',
    toSettings: 'Befundversand',
  },
  link: {
    title: 'SMART Health Link zu {{title}}',
    act: 'Datei speichern',
    intro:
      'Speichert Version {{seq}} und ihre Person als eine verschlüsselte Datei. Sie legen die Datei auf Ihren eigenen Webserver; der Link findet und öffnet sie dann. Dateien der Untersuchung sind nicht dabei, und von hier wird nichts hochgeladen.',
    place: 'Webadresse des Ordners',
    placeHelp: 'https, mit Schrägstrich am Ende',
    badPlace:
      'Schreiben Sie eine https-Adresse mit Schrägstrich am Ende, etwa https://dateien.klinik.example/links/, mit höchstens 85 Zeichen.',
    label: 'Bezeichnung',
    labelHelp: 'im Link lesbar',
    badLabel: 'Schreiben Sie höchstens 80 Zeichen.',
    expires: 'Link gültig bis',
    made: 'Der Link',
    code: 'Der Link als QR-Code',
    put: 'Legen Sie die gespeicherte Datei unter {{place}} ab, mit ihrem Namen {{name}}.',
    secret:
      'Wer den Link hat und die Datei erreicht, kann den Befund lesen. Der Tresor bewahrt den Link nicht auf: Kopieren Sie ihn jetzt.',
    copy: 'Link kopieren',
  },
};
