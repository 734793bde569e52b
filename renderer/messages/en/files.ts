export const files = {
  label: 'Files',
  upload: 'Upload',
  kind: {
    image: 'Image',
    dicom: 'DICOM',
    pdf: 'PDF',
    video: 'Video',
    audio: 'Audio',
    text: 'Text',
    document: 'Document',
    other: 'File',
  },
} as const;
