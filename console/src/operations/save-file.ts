/** Lets the browser save what the server has answered; it is kept nowhere else. */
export function saveFile({ name, content }: { name: string; content: string }): void {
  const href = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
