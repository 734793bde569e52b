export const reportSearch = {
  tabs: 'Resultados',
  exams: 'Exames',
  reports: 'Laudos',
  grid: 'Laudos com estas palavras',
  columnSentence: 'Frase, seção',
  columnPatient: 'Paciente, exame',
  found_one: '{{number}} laudo de {{patients}}',
  found_other: '{{number}} laudos de {{patients}}',
  first: 'Os primeiros {{number}} laudos: acrescente uma palavra para ver menos.',
  yourDraft: 'seu rascunho',
  searching: 'Buscando nos laudos…',
  type: 'Digite uma palavra de um laudo',
  nothing: 'Nenhuma frase corresponde',
  where:
    'A busca cobre as versões mais recentes e os seus próprios rascunhos, pelo início de cada palavra. O índice está selado com o grupo.',
};
