/**
 * Writes a text to the clipboard. With plain HTTP, browsers have no clipboard for pages: there, the text is selected in a
 * field and copied as by the keyboard.
 * @throws when the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  // Undefined in pages that are not secure, whatever its type says.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard !== undefined) return clipboard.writeText(text);
  if (!copySelected(text)) throw new Error('the browser does not copy');
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  // Within an open dialog, which keeps the focus inside.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without a secure page
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
