export const firstDay = {
  bring: 'Traga o que você já tem',
  bringText: 'Selado ao chegar. A mesma fonte de novo acrescenta só o que é novo.',
  drop: 'Solte arquivos ou pastas em qualquer lugar desta janela',
  kinds: 'DICOM, FHIR',
  examText: 'Um paciente, uma modalidade e um modelo. O laudo abre em seguida.',
  sample: 'Conheça uma clínica de exemplo',
  sampleText: 'Pacientes inventados ao lado dos seus próprios registros. Criada em alguns segundos.',
} as const;
