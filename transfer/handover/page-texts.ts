/** Texts of the hand-over page, in the reader's language. */
const en = {
  title: 'A sealed report for you',
  locked: 'Locked',
  from: (vault: string, day: string) => `from ${vault}, ${day}`,
  passphrase: 'Passphrase',
  passphraseHelp: 'the sender tells you, by telephone',
  show: 'Show passphrase',
  open: 'Open',
  opening: 'Opening…',
  wrong: 'This passphrase does not open it. Check capitals and spaces, or ask the sender.',
  damaged: 'This file was damaged or changed on its way. Ask the sender for it again.',
  foot: 'This file opens here, in your browser. It needs no network and sends nothing. Without the passphrase nobody can read it, the sender’s vault included.',
  seal: (vault: string) => `The seal of ${vault}: the same figure as on its prints.`,
  sealedReport: 'Sealed report',
  handedOver: (vault: string, day: string, by: string) => `from ${vault}, handed over ${day} by ${by}`,
  print: 'Print',
  close: 'Close',
  noPatient: 'No patient linked',
  notFilled: 'not filled',
  noPicture: 'Picture not shown.',
  version: (seq: number) => `version ${seq}`,
  accession: 'Accession',
  signaturesHold: 'The signatures are valid',
  signaturesFail: 'A signature is not valid',
  withdrawn: 'Withdrawn: entered in error. Nothing in this report is valid.',
  notSigned: 'Nobody signed this version with their keys.',
  textNotSigned: 'Nobody signed this text: the signatures are of another one',
  differs: {
    text: 'Another text came along that differs from the signed one. You see the signed one. Ask the sender.',
    patient:
      'Another name of the patient came along that differs from the signed one. You see the signed one. Ask the sender.',
    title: 'The exam’s title differs from the signed one. You see the signed one. Ask the sender.',
  },
  onlyText:
    'Signed are the text and its head. Pictures, the PDF and other files that came along are not signed.',
  noProof:
    'A page that checks itself is not a proof, because a changed page can say anything. Save «Report as signed» and «Signature file», then check both with srvault verify-report or in a vault.',
  script: (name: string, key: string) => `the script «${name}», issued by the member with the key ${key}`,
  founderScript: (name: string) => `the script «${name}», issued by the founder`,
  unknownSigner: (name: string) => `«${name}», who is not proven`,
  signedBy: (name: string, at: string) => `Signed by ${name}, ${at}.`,
  earlier: (name: string, at: string) => `Signed by ${name}, ${at}: an earlier version.`,
  another: (name: string, at: string) =>
    `Signed by ${name}, ${at}: another text, an earlier version of this one perhaps.`,
  failed: (name: string) =>
    `The signature of ${name} is not valid. Do not rely on this report: ask the sender.`,
  founder: (key: string) => `Founder’s key ${key}. Compare it once with the clinic.`,
  along: 'What came along',
  pdf: 'Report as PDF',
  signedReport: 'Report as signed',
  signatureFile: 'Signature file',
  save: 'Save',
  reading: 'Opening…',
  quickLook: 'Quick look, not for primary diagnosis',
  deleteAfter: (day: string) => `Please delete after ${day}`,
  deletePast: (day: string) => `The sender asked to delete this after ${day}`,
  deleteText: 'The sender asks for it. You hold a copy of somebody’s health record.',
  status: 'Opened here; nothing was stored and nothing is sent',
};

export type Words = typeof en;

const de: Words = {
  title: 'Ein versiegelter Bericht für Sie',
  locked: 'Gesperrt',
  from: (vault, day) => `von ${vault}, ${day}`,
  passphrase: 'Passphrase',
  passphraseHelp: 'nennt Ihnen der Absender, am Telefon',
  show: 'Passphrase zeigen',
  open: 'Öffnen',
  opening: 'Wird geöffnet…',
  wrong:
    'Diese Passphrase öffnet sie nicht. Achten Sie auf Großschreibung und Leerzeichen, oder fragen Sie den Absender.',
  damaged: 'Diese Datei wurde unterwegs beschädigt oder verändert. Bitten Sie den Absender erneut darum.',
  foot: 'Diese Datei öffnet sich hier, in Ihrem Browser. Sie braucht kein Netz und sendet nichts. Ohne die Passphrase kann niemand sie lesen, auch der Tresor des Absenders nicht.',
  seal: (vault) => `Das Siegel von ${vault}: dieselbe Figur wie auf seinen Drucken.`,
  sealedReport: 'Versiegelter Bericht',
  handedOver: (vault, day, by) => `von ${vault}, übergeben am ${day} von ${by}`,
  print: 'Drucken',
  close: 'Schließen',
  noPatient: 'Kein Patient verknüpft',
  notFilled: 'nicht ausgefüllt',
  noPicture: 'Bild nicht gezeigt.',
  version: (seq) => `Version ${seq}`,
  accession: 'Auftragsnummer',
  signaturesHold: 'Die Signaturen sind gültig',
  signaturesFail: 'Eine Signatur ist ungültig',
  withdrawn: 'Zurückgezogen: irrtümlich erfasst. Nichts in diesem Bericht gilt.',
  notSigned: 'Niemand hat diese Version mit seinen Schlüsseln signiert.',
  textNotSigned: 'Niemand hat diesen Text signiert: die Signaturen gehören zu einem anderen',
  differs: {
    text: 'Ein anderer Text kam mit, der von dem abweicht, was signiert wurde. Gezeigt wird der signierte. Fragen Sie den Absender.',
    patient:
      'Ein anderer Name des Patienten kam mit, der von dem abweicht, was signiert wurde. Gezeigt wird der signierte. Fragen Sie den Absender.',
    title:
      'Der Titel der Untersuchung weicht von dem ab, was signiert wurde. Gezeigt wird der signierte. Fragen Sie den Absender.',
  },
  onlyText:
    'Signiert sind der Text und sein Kopf. Bilder, das PDF und andere mitgegebene Dateien sind nicht signiert.',
  noProof:
    'Eine Seite, die sich selbst prüft, ist kein Beweis: wer sie ändert, ändert auch, was sie sagt. Sichern Sie «Bericht, wie er signiert wurde» und «Signaturdatei», und prüfen Sie beide mit srvault verify-report oder in einem Tresor.',
  script: (name, key) => `dem Skript «${name}», ausgestellt vom Mitglied mit dem Schlüssel ${key}`,
  founderScript: (name) => `dem Skript «${name}», ausgestellt vom Gründer`,
  unknownSigner: (name) => `«${name}», nicht nachgewiesen`,
  signedBy: (name, at) => `Signiert von ${name}, ${at}.`,
  earlier: (name, at) => `Signiert von ${name}, ${at}: eine frühere Version.`,
  another: (name, at) =>
    `Signiert von ${name}, ${at}: ein anderer Text, vielleicht eine frühere Version von diesem.`,
  failed: (name) =>
    `Die Signatur von ${name} ist ungültig. Verlassen Sie sich nicht auf diesen Bericht: Fragen Sie den Absender.`,
  founder: (key) => `Schlüssel des Gründers ${key}. Vergleichen Sie ihn einmal mit der Praxis.`,
  along: 'Was mitkam',
  pdf: 'Bericht als PDF',
  signedReport: 'Bericht, wie er signiert wurde',
  signatureFile: 'Signaturdatei',
  save: 'Sichern',
  reading: 'Wird geöffnet…',
  quickLook: 'Schneller Blick, nicht zur Befundung',
  deleteAfter: (day) => `Bitte nach dem ${day} löschen`,
  deletePast: (day) => `Der Absender bat, dies nach dem ${day} zu löschen`,
  deleteText: 'Der Absender bittet darum. Sie halten eine Kopie der Krankengeschichte eines Menschen.',
  status: 'Hier geöffnet; nichts wurde gespeichert, nichts wird gesendet',
};

export function wordsFor(languages: readonly string[]): { readonly tag: 'en' | 'de'; readonly words: Words } {
  const first = languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'de');
  return first === 'de' ? { tag: 'de', words: de } : { tag: 'en', words: en };
}
