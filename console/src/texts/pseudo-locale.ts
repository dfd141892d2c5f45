const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('aàeéiîoöuûcçnñsšyýzžAÅEÉIÎOÖUÛCÇNÑSŠ'.matchAll(/../gu), ([pair]) => Array.from(pair)),
)

/** German and Finnish texts are about this much longer than English texts. */
const growth = 1.35

/**
 * Accents the letters of a text and makes it about a third longer, such as “Save” to “[Šàvé··]”.
 * @param names names within the text, which stay as they are, because no language translates them.
 */
export const lengthen = (text: string, names: readonly string[] = []): string =>
  text.trim() === '' ? text : `[${accentAround(text, names)}${'·'.repeat(Math.ceil(text.length * (growth - 1)))}]`

function accentAround(text: string, [name, ...others]: readonly string[]): string {
  if (name === undefined) return Array.from(text, (letter) => accented[letter] ?? letter).join('')
  if (name === '') return accentAround(text, others)
  return text
    .split(name)
    .map((part) => accentAround(part, others))
    .join(name)
}
