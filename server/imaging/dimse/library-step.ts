/** A step of the protocol's library that it does not name to those who extend it. Fails at the start where it is gone. */
import dimse from 'dcmjs-dimse';

/** From a unit to its messages. */
export const readMessages = stepOfLibrary('_processPDataTf');

function stepOfLibrary(name: string): CallableFunction {
  const step: unknown = Reflect.get(dimse.Scp.prototype, name);
  if (typeof step === 'function') return step;
  throw new Error(`The library of the DICOM port has no ${name}: its messages would not be looked at.`);
}
