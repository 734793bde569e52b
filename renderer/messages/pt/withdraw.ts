/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marcar como lançado por engano',
  act: 'Marcar como lançado por engano',
  text: '«{{title}}» é mostrado e impresso como retirado, sai das listas habituais e das suas contagens, e já não se espera pelos acompanhamentos nem pelo resultado crítico. Nada é apagado.',
  reasonMissing: 'Diga por quê, por exemplo «ditado no exame errado».',
  draftKept: 'O texto que está sendo escrito vai para os recuperados.',
  backTitle: 'Retirar a marca',
  backAct: 'Retirar a marca',
  backText: '«{{title}}» volta a ser o que era antes, como uma versão própria.',
  fromElsewhere: 'Chegou já assim marcado. Não se sabe o que era antes.',
  marked: 'Lançado por engano: {{title}}',
  takenBack: 'Já não está lançado por engano: {{title}}',
  banner: 'Lançado por engano. Nada neste relatório é válido.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
};
