/**
 * Copies a text to the clipboard. On a page without TLS, browsers offer no clipboard API, so this function selects the
 * text of `field` and copies the selection.
 * @param field text field that contains the same text.
 * @returns true if the text was copied.
 */
export async function copyText(text: string, field?: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.focus()
    field?.select()
    return field !== undefined && document.execCommand('copy')
  }
}
