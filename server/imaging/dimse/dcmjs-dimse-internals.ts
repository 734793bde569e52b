/** Gives access to a private method of the DICOM library. Fails at the start if the library no longer has it. */
import dimse from 'dcmjs-dimse';

/** The library's step from a PDU to its messages. */
export const readMessages = stepOfLibrary('_processPDataTf');

function stepOfLibrary(name: string): CallableFunction {
  const step: unknown = Reflect.get(dimse.Scp.prototype, name);
  if (typeof step === 'function') return step;
  throw new Error(`The library of the DICOM port has no ${name}: its messages would not be looked at.`);
}
