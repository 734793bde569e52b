export const errors = {
  reference: 'Kennung',
  copyReference: 'Kennung kopieren',
  unreachable: 'Der Tresor antwortet nicht',
  unreachableText:
    'Sein Dienst auf diesem Rechner wurde beendet oder startet gerade neu. Was Sie getippt haben, ist in diesem Fenster sicher. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  changed_while_signing: 'Der Text hat sich beim Signieren geändert',
  changed_while_signingText:
    'Nichts wurde signiert, Ihr Text ist noch da. Lesen Sie die Änderung, dann signieren Sie erneut.',
  signed_meanwhile: 'Version {{seq}} wurde inzwischen signiert',
  signed_meanwhileText:
    'Öffnen Sie sie und ergänzen Sie dort Ihren Text. Nichts wurde versiegelt, Ihr Text ist noch da.',
  withdrawn_meanwhile: 'Dieser Bericht wurde inzwischen zurückgezogen, mit Version {{seq}}',
  withdrawn_meanwhileText: 'Ihm lässt sich nichts hinzufügen. Nichts wurde versiegelt, Ihr Text ist noch da.',
  timeout: 'Der Tresor braucht zu lange für eine Antwort',
  timeoutText: 'Nichts ist verloren. Versuchen Sie es noch einmal.',
  insufficient_credit: 'Die Speichergrenze dieses Tresors ist erreicht',
  insufficient_creditText:
    'Nichts ist verloren. Lesen und Befunden gehen weiter. Bitten Sie einen Eigner, Dateien im Papierkorb endgültig zu löschen: Das schafft Platz.',
  group_key_unavailable: 'Sie haben keinen Schlüssel für diese Gruppe',
  group_key_unavailableText:
    'Nichts ist verloren: Die Akten der Gruppe sind unversehrt, öffnen sich aber nicht für Sie. Bitten Sie einen Eigner der Gruppe um Zugang.',
  permission_denied: 'Ihre Rolle in dieser Gruppe erlaubt das nicht',
  permission_deniedText: 'Nichts wurde geändert. Bitten Sie einen Eigner der Gruppe um eine andere Rolle.',
  client_certificate: 'Das Zertifikat dieses Fensters wird nicht angenommen',
  client_certificateText:
    'Es wurde widerrufen, ist abgelaufen oder steht nicht auf der Liste. Nichts wurde geändert. Bitten Sie einen Administrator um ein neues.',
  not_found: 'Das wurde nicht gefunden',
  not_foundText:
    'Es wurde endgültig gelöscht oder gehört zu einer Gruppe, in der Sie nicht sind. Nichts wurde geändert. Laden Sie die Liste neu oder bitten Sie einen Eigner der Gruppe um Zugang.',
  version_conflict: 'Inzwischen wurde eine neuere Version versiegelt',
  version_conflictText:
    'Nichts ist verloren: Ihr Text ist noch da. Vergleichen Sie ihn mit der neueren Version.',
  version_pending: 'Dieser Datensatz wird gerade endgültig gelöscht',
  version_pendingText:
    'Ihre Änderung wurde nicht gespeichert. Wenn Sie Ihren Text brauchen, kopieren Sie ihn jetzt aus diesem Fenster.',
  index_pending: 'Die Suche ist noch nicht bereit',
  index_pendingText:
    'Sie liest zuerst jeden Datensatz; das dauert einige Minuten. Nichts ist verloren: Listen nach Datum gehen inzwischen. Suchen Sie in einigen Minuten noch einmal.',
  draft_conflict: 'Der Entwurf wurde in einem anderen Fenster geändert',
  draft_conflictText:
    'Nichts ist verloren: Ihr Text ist noch da. Vergleichen Sie ihn mit dem anderen Entwurf, bevor Sie ihn wieder sichern.',
  document_deleted: 'Dieser Datensatz liegt im Papierkorb',
  document_deletedText:
    'Nichts wurde geändert. Um weiterzuschreiben, stellen Sie ihn aus dem Papierkorb wieder her.',
  document_not_deleted: 'Dieser Datensatz liegt nicht im Papierkorb',
  document_not_deletedText: 'Nichts wurde geändert. Laden Sie die Liste neu.',
  has_dependents: 'Nicht ausgeführt: Etwas anderes braucht dies noch',
  has_dependentsText:
    'Nichts wurde geändert. Verschieben oder entfernen Sie zuerst, was dazu gehört, zum Beispiel die Untersuchungen einer Person.',
  replay: 'Das wurde zweimal mit verschiedenem Inhalt gesendet',
  replayText:
    'Das zuerst Gesendete ist gespeichert, das eben Gesendete nicht. Kopieren Sie es aus diesem Fenster, dann laden Sie neu.',
  upload_incomplete: 'Die Übertragung ist noch nicht vollständig',
  upload_incompleteText:
    'Was angekommen ist, bleibt. Setzen Sie die Übertragung fort oder brechen Sie sie ab.',
  name_taken: 'Dieser Name ist hier vergeben',
  name_takenText: 'Nichts wurde geändert. Wählen Sie einen anderen Namen.',
  already_initialized: 'Diesen Tresor gibt es schon',
  already_initializedText: 'Nichts wurde geändert. Laden Sie das Fenster neu, um ihn zu entsperren.',
  not_initialized: 'Es gibt noch keinen Tresor',
  not_initializedText: 'Nichts wurde geändert. Laden Sie das Fenster neu, um ihn anzulegen.',
  invalid_request: 'Der Tresor hat eine Angabe nicht angenommen',
  invalid_requestText: 'Nichts wurde geändert. Berichtigen Sie die Angabe und versuchen Sie es noch einmal.',
  request_too_large: 'Das ist zu groß für den Tresor',
  request_too_largeText: 'Nichts wurde geändert. Kürzen oder teilen Sie es und versuchen Sie es noch einmal.',
  rate_limited: 'Zu viele Versuche. Nächster Versuch in {{time}}',
  rate_limitedText: 'Nichts ist verloren. Warten Sie, dann versuchen Sie es erneut.',
  credential_rejected: 'Passphrase, Schlüssel oder Code wurde nicht angenommen',
  credential_rejectedText: 'Nichts wurde geändert. Prüfen Sie es und versuchen Sie es noch einmal.',
  crypto_error: 'Das hat sich nicht geöffnet. Es ist vielleicht beschädigt',
  crypto_errorText:
    'Nichts wurde geändert. Andere Datensätze und Versionen öffnen sich weiter. Bitten Sie einen Administrator, dies aus einer Sicherung wiederherzustellen.',
  protocol_error: 'Der Tresor konnte seinen Speicher nicht benutzen',
  protocol_errorText:
    'Nichts wurde geändert. Ihr Text ist in diesem Fenster sicher. Versuchen Sie es noch einmal. Geschieht es wieder, bitten Sie die IT-Betreuung, Platte, Datenbank oder Bucket des Tresors zu prüfen.',
  unknown: 'Etwas Unerwartetes ist geschehen',
  unknownText:
    'Ihr Text ist in diesem Fenster sicher. Versuchen Sie es noch einmal. Geschieht es wieder, geben Sie die Referenz einem Administrator.',
};
