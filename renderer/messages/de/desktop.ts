export const desktop = {
  title: 'Dieser Computer',
  unlock: 'Mit diesem Computer entsperren',
  unlockHelp:
    'Das Betriebssystem bewahrt einen Schlüssel für Sie auf. Passphrase und Wiederherstellungsschlüssel bleiben, wie sie sind. Wer Ihr Konto auf diesem Computer benutzen kann, kann dann den Tresor öffnen.',
  unavailable:
    'Hier nicht möglich, weil kein Schlüsselbund des Betriebssystems läuft. Nehmen Sie Ihre Passphrase.',
  noLonger:
    'Dieser Computer kann den Tresor nicht mehr für Sie entsperren. Geben Sie Ihre Passphrase ein und schalten Sie es in den Einstellungen wieder ein.',
  contentProtection: 'Dieses Fenster aus Bildschirmfotos und Bildschirmfreigaben heraushalten',
  savePdf: 'Als PDF sichern',
};
