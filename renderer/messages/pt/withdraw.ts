/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marcar como lançado por engano',
  act: 'Marcar como lançado por engano',
  text: '«{{title}}» é mostrado e impresso como retirado, sai das listas habituais e das suas contagens, e já não se espera pelos acompanhamentos nem pelo resultado crítico. Nada é apagado.',
  reasonMissing: 'Diga por quê, por exemplo «ditado no exame errado».',
  draftKept: 'O texto que está sendo escrito vai para os recuperados.',
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
    title_one: 'Um resultado deste texto foi retirado pela sua fonte.',
    title_other: '{{count}} resultados deste texto foram retirados pela sua fonte.',
    withdrawn: '{{name}}: retirado, lançado por engano (comunicado em {{date}})',
    cancelled: '{{name}}: cancelado (comunicado em {{date}})',
    text: 'O texto ficou como está, porque uma pessoa o tinha editado. O novo resultado da fonte está entre os arquivos deste exame: corrija o texto e depois confirme.',
    act: 'Verifiquei',
    reason: 'Resultados retirados verificados',
    notKept: 'Sua confirmação não foi salva. Tente de novo.',
  },
};
