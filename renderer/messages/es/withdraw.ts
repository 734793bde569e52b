/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marcar como anotado por error',
  act: 'Marcar como anotado por error',
  text: '«{{title}}» se muestra e imprime como retirado, sale de las listas habituales y de sus recuentos, y ya no se esperan sus seguimientos ni su resultado crítico. No se borra nada.',
  reasonMissing: 'Diga por qué, por ejemplo «dictado en el estudio equivocado».',
  draftKept: 'El texto que se está escribiendo pasa a los recuperados.',
  backTitle: 'Retirar la marca',
  backAct: 'Retirar la marca',
  backText: '«{{title}}» vuelve a ser lo que era antes, como una versión propia.',
  fromElsewhere: 'Llegó ya marcado así. No se sabe qué era antes.',
  marked: 'Anotado por error: {{title}}',
  takenBack: 'Ya no está anotado por error: {{title}}',
  banner: 'Anotado por error. Nada de este informe es válido.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
};
