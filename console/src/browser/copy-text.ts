/**
 * Copies a text to the clipboard. Without TLS there is no clipboard API, so the browser copies the selection of a field.
 * @param field that contains the text and is selected as a fallback.
 * @returns false if the browser does not allow it.
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
