export const erase = {
  menu: 'Apagar esta pessoa…',
  title: 'Apagar {{name}} definitivamente?',
  act: 'Apagar definitivamente',
  reason: 'Motivo',
  reasonMissing: 'Indique o motivo: ele consta da declaração assinada.',
  confirm: 'Escreva {{word}} para confirmar',
  word: 'apagar',
  done: 'Apagado definitivamente; a declaração assinada foi guardada',
  goes: 'Será apagado: o registo, {{exams}} exames em {{versions}} versões, {{drafts}} rascunhos, {{files}} ficheiros e pastas com as suas imagens, {{waiting}} objetos e mensagens em espera.',
  noBackups: 'Não há pasta de cópias de segurança: as feitas por comando não são conhecidas aqui.',
  backups: 'Cópias de segurança que ainda contêm parte, até serem descartadas: {{number}}',
  copy: 'Cópia de viagem {{name}}, vista em {{day}}: apaga-o na próxima troca.',
  statement:
    'A resposta é uma declaração assinada de tudo isto. É guardada logo como ficheiro: o cofre mantém apenas o seu hash.',
  kind: {
    patient: 'Paciente',
    exam: 'Exame',
    file: 'Ficheiro',
  },
  left: {
    damaged: 'Fica, danificado: {{what}} {{id}}',
    may_be_theirs: 'Fica, pode ser desta pessoa: {{what}} {{id}}. Atribua-o primeiro.',
    same_person: 'Não apagado, outro registro da mesma pessoa: {{what}} {{id}}',
  },
};
