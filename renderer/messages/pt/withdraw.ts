/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marcar como lançado por engano',
  act: 'Marcar como lançado por engano',
  text: '«{{title}}» é mostrado e impresso como retirado, sai das listas habituais e das suas contagens, e já não se espera pelos acompanhamentos nem pelo resultado crítico. Nada é apagado.',
  reasonMissing: 'Diga por quê, por exemplo «ditado no exame errado».',
  draftKept: 'O texto não selado deste laudo é mantido: passa para Texto recuperado.',
  backTitle: 'Retirar a marca «lançado por engano»',
  backAct: 'Retirar a marca «lançado por engano»',
  backText: '«{{title}}» volta ao estado anterior à marca, como nova versão.',
  fromElsewhere:
    'Este laudo chegou aqui já marcado. O estado anterior não é conhecido, por isso a marca fica.',
  marked: 'Lançado por engano: {{title}}',
  takenBack: 'Já não está lançado por engano: {{title}}',
  banner: 'Lançado por engano. Nada neste laudo é válido.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
  results: {
    title_one: 'O remetente retirou um resultado que consta neste texto.',
    title_other: 'O remetente retirou {{count}} resultados que constam neste texto.',
    withdrawn: '{{name}}: inválido, enviado por engano (recebido em {{date}})',
    cancelled: '{{name}}: cancelado pelo remetente (recebido em {{date}})',
    text: 'Este texto não foi alterado, porque uma pessoa o tinha editado. Veja o novo resultado entre os arquivos deste exame, corrija o texto e depois confirme.',
    act: 'Verificado: o texto está certo',
    reason: 'Resultados retirados verificados',
    notKept: 'Sua confirmação não foi salva. Tente de novo.',
  },
};
