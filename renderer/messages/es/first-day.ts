export const firstDay = {
  bring: 'Traiga lo que ya tiene',
  bringText: 'Se sella al llegar. La misma fuente otra vez añade solo lo nuevo.',
  drop: 'Suelte archivos o carpetas en cualquier lugar de esta ventana',
  kinds: 'DICOM, FHIR',
  examText: 'Un paciente, una modalidad y una plantilla. El informe se abre enseguida.',
  sample: 'Explore una consulta de muestra',
  sampleText: 'Pacientes inventados junto a sus propios registros. Se crea en unos segundos.',
} as const;
