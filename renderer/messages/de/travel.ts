export const travel = {
  copyOf: 'von {{name}}',
  away: 'Unterwegs',
  awayWaits_one: 'Unterwegs, {{number}} Änderung wartet',
  awayWaits_other: 'Unterwegs, {{number}} Änderungen warten',
  waits_one: '{{number}} Änderung wartet',
  waits_other: '{{number}} Änderungen warten',
  toCompare_one: '{{number}} Änderung zu vergleichen',
  toCompare_other: '{{number}} Änderungen zu vergleichen',
  wantsPassphrase: 'Die Klinik fragt nach der Passphrase',
  isRefused: 'Die Klinik weist diese Kopie ab',
  isEnded: 'Das Zertifikat dieser Kopie ist abgelaufen',
  waitsForTheClinic: 'wartet auf die Klinik',
  /** Of a file whose content is not here. */
  atTheClinic: 'in der Klinik',
  pin: 'Immer mitnehmen',
  pinHere:
    '{{here}} von {{of}} Dateien sind auf diesem Rechner; die übrigen kommen mit dem nächsten Austausch.',
  pinWhole: 'Alle Dateien davon sind auf diesem Rechner.',
  refusal: 'Das ist unterwegs nicht möglich',
  refusalText:
    'Nichts wurde geändert. Dafür ist die Klinik nötig; hier können Sie lesen, schreiben und versiegeln.',
  exchangeNow: 'Jetzt austauschen',
  exchanging: 'Wird ausgetauscht…',
  noAnswer: 'keine Adresse antwortet',
  clinic: 'Bei der Klinik',
  standing: {
    with: 'bei der Klinik',
    away: 'unterwegs seit {{when}}',
    passphrase: 'sie fragt nach der Passphrase',
    refused: 'sie weist diese Kopie ab',
    ended: 'ihr Zertifikat ist abgelaufen',
  },
  lastExchange: 'Letzter Austausch {{when}}.',
  nextTry: 'Keine Adresse antwortet. Nächster Versuch in {{time}}.',
  noTry: 'Keine Adresse antwortet.',
  notThere: 'Noch nicht bei der Klinik',
  changes_one: '{{number}} Änderung',
  changes_other: '{{number}} Änderungen',
  nothing: 'nichts',
  sealedHere: 'hier versiegelt, sicher, {{size}}',
  allThere: 'Die Klinik hat alles, was Sie geschrieben haben.',
  opensUntil: 'Diese Kopie öffnet sich bis',
  opensText_one: '{{number}} Tag ohne die Klinik, danach nur mit ihr',
  opensText_other: '{{number}} Tage ohne die Klinik, danach nur mit ihr',
  passphraseTitle: 'Ihre Passphrase bei der Klinik',
  passphraseText:
    'Die Klinik antwortet, aber dieser Rechner wurde ohne Ihre Passphrase entsperrt, oder sie wurde dort geändert. Was Sie schreiben, ist hier versiegelt und sicher. Geben Sie Ihre Passphrase ein, um es zu senden.',
  passphraseWrong:
    'Das ist nicht Ihre Passphrase bei der Klinik. Nichts wurde gesendet, nichts ist verloren. Versuchen Sie es noch einmal.',
  refusedTitle: 'Die Klinik weist diese Kopie ab',
  refusedText:
    'Ihr Zugang wurde widerrufen, oder ein anderer Tresor antwortet. Was Sie geschrieben haben, ist auf diesem Rechner sicher. Bitten Sie einen Administrator des Tresors der Klinik um neuen Zugang.',
  newCredential: 'Sobald Sie ihn haben, bitten Sie die IT-Betreuung, ihn dieser Kopie zu geben.',
  endedTitle: 'Das Zertifikat dieser Kopie ist abgelaufen',
  endedText:
    'Die Klinik nimmt sie nicht mehr an. Was Sie geschrieben haben, ist auf diesem Rechner sicher. Bitten Sie einen Administrator des Tresors der Klinik um einen neuen Zugang.',
  endsTitle: 'Das Zertifikat dieser Kopie läuft ab: {{when}}',
  endsText:
    'Sie können weiterarbeiten. Es wird beim nächsten Austausch erneuert, bei dem in der Klinik jemand mit Verwaltungsrechten entsperrt ist.',
  changesThatWait: 'Änderungen, die warten',
  order: 'in dieser Reihenfolge, Patienten vor Untersuchungen',
  noChanges: 'Nichts wartet.',
  columnWhat: 'Was',
  columnWhen: 'Wann',
  columnSize: 'Größe',
  columnState: 'Zustand',
  detail: '{{name}}, Version {{seq}}',
  patientDetail: 'Version {{seq}}',
  unnamed: 'ohne Namen',
  newFolder: 'Ordner',
  waitsToGo: 'Wartet',
  conflict: 'Vergleichen',
  conflictOf: 'Vergleichen: {{name}}',
  notTaken: 'Nicht angenommen',
  refusals: {
    permission_denied:
      'Ihre Rolle in der Klinik lässt es nicht mehr zu. Ihre Änderung bleibt hier. Bitten Sie einen Eigner der Gruppe um Ihre frühere Rolle.',
    not_found:
      'Es wurde in der Klinik endgültig gelöscht. Ihr Text bleibt in dieser Kopie: Kopieren Sie, was Sie brauchen.',
    document_deleted:
      'Es ist im Papierkorb der Klinik. Ihre Änderung bleibt hier. Wird es dort wiederhergestellt, geht sie mit dem nächsten Austausch.',
    insufficient_credit:
      'Der Speicher der Klinik ist voll. Ihre Änderung bleibt hier und wird gesendet, sobald Platz ist.',
    name_taken:
      'Die Klinik hat im selben Ordner eine andere Datei dieses Namens. Ihre bleibt hier. Benennen Sie sie um und tauschen Sie noch einmal aus.',
    other:
      'Die Klinik hat es nicht angenommen. Ihre Änderung bleibt hier. Sagen Sie es einem Administrator des Tresors der Klinik.',
  },
  takenAlong: 'Mitgenommen',
  change: 'Ändern',
  allExams: 'alle Untersuchungen',
  examsSince: 'Untersuchungen seit {{day}}',
  exams_one: '{{number}} Untersuchung',
  exams_other: '{{number}} Untersuchungen',
  whole: 'Vollständig auf diesem Computer',
  notWhole: 'Hier noch nicht vollständig',
  addresses: 'Adressen',
  lastAnswer: 'zuletzt {{when}}',
  answers: 'Antwortet',
  silent: 'Keine Antwort',
  notAsked: 'Noch nicht gefragt',
  panel: 'Unterwegs, ohne die Klinik',
  advice:
    'Alles, was Sie schreiben, wird sofort auf diesem Computer versiegelt. Es wird unverändert an die Klinik gesendet, mit Ihrem Namen und Ihrer Zeit, sobald die Klinik antwortet.',
  worksHere: 'Geht hier',
  works: {
    read: 'Lesen, was mitgenommen wurde',
    write: 'Schreiben und versiegeln',
    make: 'Neue Patienten und Untersuchungen',
    files: 'Dateien hinzufügen, verschieben und entfernen',
  },
  waitsThere: 'Wartet auf die Klinik',
  waitsFor: {
    access: 'Einladen, Zugang geben oder zurücknehmen',
    sign: 'Signieren, mitzeichnen und darum bitten',
    move: 'Eine Untersuchung einem anderen Patienten geben',
    remove: 'Endgültig löschen',
    settings: 'Einstellungen des Tresors',
  },
  bothWrote: 'Wenn beide Seiten geschrieben haben',
  bothWroteText:
    'Dann vergleichen Sie, Abschnitt für Abschnitt, wie bei jedem Konflikt. Kein Text geht verloren, und es entsteht kein zweiter Befund.',
  bothNamedText:
    'Eine Datei oder ein Ordner, auf beiden Seiten umbenannt, bekommt den Namen der Klinik. Sie werden informiert und können Ihren nehmen.',
  takeMore: 'Mehr mitnehmen',
  takeAct: 'Mitnehmen',
  howFarBack: 'Wie weit zurück',
  howFarBackHelp: 'Patienten und Vorlagen werden alle mitgenommen',
  everything: 'Alles',
  lastDays_one: 'Der letzte Tag ({{number}})',
  lastDays_other: 'Die letzten {{number}} Tage',
  takeNote: 'Es kommt mit dem nächsten Austausch. Was schon auf diesem Computer ist, bleibt.',
  conflicts_one: 'Die Klinik hat von {{number}} Befund eine andere Version. Beide Texte sind aufbewahrt.',
  conflicts_other: 'Die Klinik hat von {{number}} Befunden eine andere Version. Beide Texte sind aufbewahrt.',
  names_one:
    '{{number}} Datei oder Ordner wurde auf beiden Seiten umbenannt. Jetzt gilt der Name der Klinik; Sie können Ihren nehmen.',
  names_other:
    '{{number}} Dateien oder Ordner wurden auf beiden Seiten umbenannt. Jetzt gelten die Namen der Klinik; Sie können Ihre nehmen.',
  renamed: {
    state: 'Anderer Name',
    text: 'Sie nannten es «{{name}}». Jetzt trägt es den Namen der Klinik.',
    own: 'Meinen nehmen',
    clinic: 'Den der Klinik behalten',
  },
  show: 'Zeigen',
  met: {
    title:
      'Während Sie unterwegs waren, hat {{name}} bei der Klinik Version {{latest}} versiegelt, {{time}}. Ihre haben Sie auf diesem Computer versiegelt, {{own}}. Nichts ist verloren.',
    text: 'Ihr Text ist jetzt ein Entwurf auf Version {{base}}. Was Sie wählen, wird Version {{next}}.',
    others_one: 'Ihre andere Änderung ist schon bei der Klinik.',
    others_other: 'Ihre {{number}} anderen Änderungen sind schon bei der Klinik.',
    state: 'mitgenommen bei Version {{base}}, die Klinik ist bei {{latest}}',
  },
  sides: {
    baseNote: 'mitgenommen, {{time}}',
    theirsHead: 'Die Klinik, Version {{seq}}',
    mineHead: 'Ihre, unterwegs geschrieben',
    theirs: 'Die Klinik',
    theirsShort: 'Klinik',
    onlyTheirs: 'nur die Klinik geändert',
    renewed: 'bei der Klinik erneut geändert, bitte neu wählen',
    useTheirs: 'Die der Klinik nehmen',
  },
  back_one: 'Zurück bei der Klinik seit {{since}}, {{done}} von {{number}} Änderung gesendet',
  back_other: 'Zurück bei der Klinik seit {{since}}, {{done}} von {{number}} Änderungen gesendet',
  desk: {
    lead: 'Nimmt Gruppen dieses Tresors auf diesem Computer mit. Sie können sie ohne die Klinik lesen und bearbeiten. Ihre Änderungen gehen automatisch zurück, sobald die Klinik antwortet.',
    groups: 'Gruppen',
    space: 'Nötiger Platz',
    counting: 'Wird gezählt…',
    spaceText_one: '{{number}} Untersuchung, versiegelt {{size}}; {{free}} frei',
    spaceText_other: '{{number}} Untersuchungen, versiegelt {{size}}; {{free}} frei',
    tooMuch_one:
      '{{number}} Untersuchung, versiegelt {{size}}, passt nicht: hier sind {{free}} frei. Nehmen Sie weniger Gruppen mit oder schaffen Sie Platz.',
    tooMuch_other:
      '{{number}} Untersuchungen, versiegelt {{size}}, passen nicht: hier sind {{free}} frei. Nehmen Sie weniger Gruppen mit oder schaffen Sie Platz.',
    passphrase: 'Ihre Passphrase',
    lease_one:
      'Die Kopie öffnet sich ohne die Klinik {{number}} Tag nach dem letzten Austausch. Dateien und Bilder werden beim Öffnen geholt, wenn die Klinik antwortet.',
    lease_other:
      'Die Kopie öffnet sich ohne die Klinik {{number}} Tage nach dem letzten Austausch. Dateien und Bilder werden beim Öffnen geholt, wenn die Klinik antwortet.',
    take: 'Mitnehmen',
    taking: 'Wird mitgenommen…',
    cameOf: '{{number}} von {{of}} Untersuchungen, {{size}}',
    came_one: '{{number}} Untersuchung, {{size}}',
    came_other: '{{number}} Untersuchungen, {{size}}',
    takingNote: 'Sie können weiterarbeiten. Die Kopie öffnet sich, sobald sie vollständig ist.',
    here: 'Auf diesem Computer seit',
    unfinished: 'Die Kopie ist unvollständig. Nehmen Sie dieselben Gruppen noch einmal mit, um fortzufahren.',
    damaged:
      'Die Kopie auf diesem Computer ist beschädigt und öffnet sich nicht. Was schon an die Klinik gesendet wurde, ist dort sicher. Fragen Sie einen Administrator des Tresors, bevor Sie sie löschen.',
    deleteBegun: 'Löschen, was hier ist',
    openCopy: 'Kopie für unterwegs öffnen',
    openClinic: 'In der Klinik öffnen',
    opensText: 'danach nur mit der Klinik',
    bringBack:
      'Öffnen Sie die Kopie, während die Klinik antwortet. Was Sie geschrieben haben, wird dann automatisch dorthin gesendet.',
    bringBackAct: 'Zurückbringen, dann löschen',
    delete: 'Diese Kopie löschen',
    deleteText:
      'Die Kopie und ihre Schlüssel werden von diesem Computer entfernt. Die Klinik behält alles, was dorthin gesendet wurde.',
    deleteWaits_one: '{{number}} Änderung ist nicht in der Klinik und ginge verloren.',
    deleteWaits_other: '{{number}} Änderungen sind nicht in der Klinik und gingen verloren.',
    deleteEven: 'Auch löschen, was nicht gesendet wurde',
    gate: 'Kopie für unterwegs, zuletzt bei der Klinik {{when}}',
    unreachable:
      'Sie können mit der Reisekopie auf diesem Computer arbeiten, auf dem Stand von {{when}}. Ihre Änderungen werden gesendet, sobald die Klinik antwortet.',
    unreachableEnded:
      'Die Kopie auf diesem Computer hatte zu lange keinen Austausch mit der Klinik. Nichts ist verloren. Verbinden Sie sich mit der Klinik, um sie zu öffnen.',
    failures: {
      away: 'Die Klinik hat nicht geantwortet, oder die Verbindung brach ab. Was ankam, bleibt. Nehmen Sie dieselben Gruppen noch einmal mit, um fortzufahren.',
      credential_rejected:
        'Das ist nicht Ihre Passphrase in der Klinik. Nichts wurde mitgenommen. Versuchen Sie es noch einmal.',
      rate_limited:
        'Mehrere falsche Passphrasen nacheinander: Die Klinik nimmt eine Weile keine weitere an. Nichts ist verloren. Versuchen Sie es in einer Minute wieder.',
      permission_denied:
        'Sie sind in einer der Gruppen nicht mehr Mitglied. Nehmen Sie die anderen ohne sie mit.',
      crypto_error:
        'Etwas, das ankam, war beschädigt oder verändert; die Kopie ist nicht vollständig. In der Klinik wurde nichts geändert. Sagen Sie es einem Administrator des Tresors.',
      disk_full:
        'Auf diesem Computer ist kein Platz mehr. Schaffen Sie Platz und nehmen Sie dieselben Gruppen noch einmal mit, um fortzufahren.',
      already_initialized:
        'Auf diesem Computer ist schon eine Kopie. Öffnen Sie sie oder löschen Sie sie zuerst.',
      canceled:
        'Sie haben angehalten. Was ankam, bleibt. Nehmen Sie dieselben Gruppen noch einmal mit, um fortzufahren.',
      other:
        'Die Kopie wurde nicht fertig. In der Klinik wurde nichts geändert. Nehmen Sie dieselben Gruppen noch einmal mit.',
    },
  },
  place: {
    title: 'Adressen der Klinik',
    lead: 'Je Zeile eine, die bevorzugte zuerst. Jede muss zu einem Server desselben Tresors führen.',
    label: 'Adressen',
  },
} as const;
