export const desktop = {
  title: 'Este ordenador',
  unlock: 'Desbloquear con este ordenador',
  unlockHelp:
    'El sistema operativo guarda una clave para usted. La frase de contraseña y la clave de recuperación siguen igual. Cualquiera que pueda usar su cuenta en este ordenador podrá abrir la bóveda.',
  unavailable:
    'No es posible aquí porque el sistema operativo no tiene un llavero en marcha. Use su frase de contraseña.',
  noLonger:
    'Este ordenador ya no puede desbloquear la bóveda por usted. Escriba su frase de contraseña y active esto de nuevo en Ajustes.',
  contentProtection: 'Dejar esta ventana fuera de capturas y de pantalla compartida',
  savePdf: 'Guardar como PDF',
};
