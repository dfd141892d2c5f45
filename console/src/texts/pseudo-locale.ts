const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('aàeéiîoöuûcçnñsšyýzžAÅEÉIÎOÖUÛCÇNÑSŠ'.matchAll(/../gu), ([pair]) => Array.from(pair)),
)

/** Approximate factor by which German and Finnish texts are longer than English texts. */
const growth = 1.35

/**
 * Puts accents on the letters of a text and makes it about a third longer. For example, “Save” becomes “[Šàvé··]”.
 * @param names names within the text. They stay unchanged, because names are not translated.
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
