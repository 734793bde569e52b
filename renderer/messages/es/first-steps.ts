export const firstSteps = {
  title: 'Primeros pasos',
  count: '{{done}} de {{all}}',
  done: 'hecho',
  letterhead: { name: 'Membrete', text: 'Nombre y dirección en cada carta', act: 'Configurar' },
  templates: {
    name: 'Plantillas para mis modalidades',
    text: 'Ninguna elegida aún',
    act: 'Elegir',
  },
  backup: { name: 'Destino de la copia', text: 'Aún no hay copia de seguridad', act: 'Elegir' },
  report: { name: 'Primer informe firmado', text: '{{keys}} en un informe' },
  until: 'Esta lista desaparece cuando todo esté hecho.',
  hide: 'Ocultar',
  handbook: 'Manual: su primer día',
  show: 'Mostrar los primeros pasos',
} as const;
