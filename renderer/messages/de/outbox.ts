export const outbox = {
  lead: 'Unterschriebene und versiegelte Befunde als HL7-v2-Nachrichten. Der Tresor sendet jede, bis ihr System antwortet, solange jemand entsperrt ist, der sie lesen darf.',
  title: 'Postausgang',
  grid: 'Nachrichten',
  empty:
    'Noch wurde nichts gesendet. Öffnen Sie eine Untersuchung und wählen Sie in der Palette «An ein System senden».',
  receivers: 'Systeme',
  receiversHelp: 'je Zeile name=host:port',
  receiversBad:
    'Jede Zeile ist name=host:port, und jeder Name steht einmal da, etwa ris=ris.klinik.example:2575.',
  inClear: 'HL7 über MLLP ist nicht verschlüsselt: Befunde gehen im Klartext durch das Netz.',
  saveReceivers: 'Systeme übernehmen',
  sendAgain: 'Jetzt senden',
  sendAgainTo: 'Jetzt an {{receiver}} senden',
  discard: 'Herausnehmen',
  discardTo: 'Die Nachricht an {{receiver}} herausnehmen',
  next: 'nächster Versuch {{time}}',
  states: {
    waiting: 'Wartet',
    acknowledged: 'Angenommen',
    refused: 'Abgewiesen',
    failed: 'Gescheitert',
  },
  damaged: 'Beschädigt: sie geht nirgends hin. Nehmen Sie sie heraus und senden Sie den Befund neu.',
  failures: {
    no_answer: 'keine Antwort',
    no_receiver: 'die Einstellungen nennen kein solches System',
    not_readable: 'der Befund war nicht zu lesen',
  },
  send: {
    title: '{{title}} senden',
    act: 'Senden',
    intro:
      'Version {{seq}} mit ihrem PDF, im Klartext, als HL7 v2. Sie wird gesendet, bis das System antwortet.',
    to: 'System',
    none: 'Die Einstellungen nennen noch kein System.',
    toSettings: 'Befundversand',
  },
  link: {
    title: 'SMART Health Link zu {{title}}',
    act: 'Datei speichern',
    intro:
      'Version {{seq}} mit Patientin oder Patient als eine verschlüsselte Datei, für eine Adresse, die Sie selbst haben. Der Link sagt, wo sie liegt, und öffnet sie; die Dateien der Untersuchung bleiben hier, und nichts wird hochgeladen.',
    place: 'Adresse, unter der sie liegen wird',
    placeHelp: 'https, mit Schrägstrich am Ende',
    badPlace:
      'Eine https-Adresse mit Schrägstrich am Ende, etwa https://dateien.klinik.example/links/, höchstens 85 Zeichen lang.',
    label: 'Bezeichnung',
    labelHelp: 'im Link lesbar',
    badLabel: 'Höchstens 80 Zeichen.',
    expires: 'Nicht mehr folgen nach',
    made: 'Der Link',
    code: 'Der Link als QR-Code',
    put: 'Legen Sie die gespeicherte Datei unter {{place}} ab, mit ihrem Namen {{name}}.',
    secret: 'Wer den Link hat und die Datei erreicht, liest den Befund. Er wird nirgends aufbewahrt.',
    copy: 'Link kopieren',
  },
};
