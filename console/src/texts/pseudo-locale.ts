const accented: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('aàeéiîoöuûcçnñsšyýzžAÅEÉIÎOÖUÛCÇNÑSŠ'.matchAll(/../gu), ([pair]) => Array.from(pair)),
)

/** German and Finnish texts are about this much longer than English texts. */
const growth = 1.35

/** Accents the letters of a text and makes it about a third longer, such as “Save” to “[Šàvé··]”. */
export const lengthen = (text: string): string =>
  text.trim() === ''
    ? text
    : `[${Array.from(text, (letter) => accented[letter] ?? letter).join('')}${'·'.repeat(Math.ceil(text.length * (growth - 1)))}]`
