/**
 * Copies a text. The clipboard is missing where the console is served without TLS; there the browser copies what is
 * selected.
 * @param field where the text stands, to be selected.
 * @returns false where the browser refuses, as it may.
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
