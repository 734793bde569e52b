export const firstDay = {
  bring: 'Apportez ce que vous avez',
  bringText: 'Scellé dès l’arrivée. La même source, une seconde fois, n’ajoute que le nouveau.',
  drop: 'Déposez des fichiers ou des dossiers n’importe où dans cette fenêtre',
  kinds: 'DICOM, FHIR',
  examText: 'Un patient, une modalité et un modèle. Le compte rendu s’ouvre aussitôt.',
  sample: 'Visitez un cabinet d’exemple',
  sampleText: 'Des patients inventés à côté de vos propres dossiers. Créé en quelques secondes.',
} as const;
