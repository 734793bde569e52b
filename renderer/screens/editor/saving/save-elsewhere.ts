/** Offers the text as a file of the person's own choosing: the way out when the vault cannot save. Clear text. */
export function saveElsewhere(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'report.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
