export const firstSteps = {
  title: 'Primeiros passos',
  count: '{{done}} de {{all}}',
  done: 'feito',
  letterhead: { name: 'Timbre', text: 'Nome e endereço em cada carta', act: 'Configurar' },
  templates: {
    name: 'Modelos para as minhas modalidades',
    text: 'Nenhum escolhido ainda',
    act: 'Escolher',
  },
  backup: { name: 'Destino do backup', text: 'Nada tem backup ainda', act: 'Escolher' },
  report: { name: 'Primeiro laudo assinado', text: '{{keys}} em um laudo' },
  until: 'Esta lista some quando tudo estiver feito.',
  hide: 'Ocultar',
  handbook: 'Manual: seu primeiro dia',
  show: 'Mostrar os primeiros passos',
} as const;
