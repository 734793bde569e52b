export const firstDay = {
  bring: 'Bringen Sie mit, was Sie haben',
  bringText: 'Wird beim Eingang versiegelt. Dieselbe Quelle noch einmal bringt nur Neues dazu.',
  drop: 'Dateien oder Ordner irgendwo in diesem Fenster ablegen',
  kinds: 'DICOM, FHIR',
  examText: 'Ein Patient, eine Modalität und eine Vorlage. Der Befund öffnet sich sofort.',
  sample: 'Sehen Sie sich in einer Musterpraxis um',
  sampleText: 'Erfundene Patienten neben Ihren eigenen Daten. In einigen Sekunden angelegt.',
} as const;
