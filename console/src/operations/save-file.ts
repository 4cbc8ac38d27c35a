/** Saves the server's response as a file on the operator's computer. */
export function saveFile({ name, content }: { name: string; content: string }): void {
  const href = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
