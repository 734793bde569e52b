export const files = {
  label: 'Dateien',
  upload: 'Hochladen',
  kind: {
    image: 'Bild',
    dicom: 'DICOM',
    pdf: 'PDF',
    video: 'Video',
    audio: 'Ton',
    text: 'Text',
    document: 'Dokument',
    other: 'Datei',
  },
};
