export const desktop = {
  title: 'Dieser Computer',
  unlock: 'Mit diesem Computer entsperren',
  unlockHelp:
    'Das Betriebssystem bewahrt einen Schlüssel für Sie auf. Passphrase und Wiederherstellungsschlüssel bleiben, wie sie sind; wer Ihr Konto auf diesem Computer benutzen kann, kann den Tresor dann öffnen.',
  unavailable: 'Hier nicht möglich: Es läuft kein Schlüsselbund des Betriebssystems.',
  noLonger:
    'Dieser Computer öffnet den Tresor nicht mehr. Nehmen Sie Ihre Passphrase und schalten Sie es in den Einstellungen wieder ein.',
  contentProtection: 'Dieses Fenster aus Bildschirmfotos und Bildschirmfreigaben heraushalten',
  savePdf: 'Als PDF sichern',
};
