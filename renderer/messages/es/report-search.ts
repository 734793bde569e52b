export const reportSearch = {
  tabs: 'Resultados',
  exams: 'Estudios',
  reports: 'Informes',
  grid: 'Informes con estas palabras',
  columnSentence: 'Frase, apartado',
  columnPatient: 'Paciente, estudio',
  found_one: '{{number}} informe de {{patients}}',
  found_other: '{{number}} informes de {{patients}}',
  first: 'Los primeros {{number}} informes: añada una palabra para ver menos.',
  yourDraft: 'su borrador',
  searching: 'Buscando en los informes…',
  type: 'Escriba una palabra de un informe',
  nothing: 'Ninguna frase coincide',
  where:
    'Se busca en las versiones más recientes y en sus propios borradores, por el comienzo de cada palabra. El índice está sellado con el grupo.',
};
