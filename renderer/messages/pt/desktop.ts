export const desktop = {
  title: 'Este computador',
  unlock: 'Desbloquear com este computador',
  unlockHelp:
    'O sistema operacional guarda uma chave para você. A frase secreta e a chave de recuperação ficam como estão. Quem puder usar sua conta neste computador poderá então abrir o cofre.',
  unavailable:
    'Não é possível aqui porque nenhum chaveiro do sistema operacional está ativo. Use sua frase secreta.',
  noLonger:
    'Este computador já não pode desbloquear o cofre para você. Digite sua frase secreta e ligue isto de novo nos Ajustes.',
  contentProtection: 'Manter esta janela fora de capturas e do compartilhamento de tela',
  savePdf: 'Salvar como PDF',
};
