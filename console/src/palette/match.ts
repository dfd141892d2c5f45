/**
 * Ranks a label by the typed words. Every word must occur in the label, in any order, ignoring case and accents.
 * @returns 0 if the label begins with the text, 1 if each word begins a word of the label, 2 if the words occur anywhere;
 *   undefined without a match.
 */
export function rankOf(label: string, typed: string): number | undefined {
  const [text, wanted] = [plain(label), plain(typed)]
  if (text.startsWith(wanted)) return 0
  const words = wanted.split(/\s+/)
  if (words.every((word) => ` ${text}`.includes(` ${word}`))) return 1
  return words.every((word) => text.includes(word)) ? 2 : undefined
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()

/**
 * Returns the matching items, the best match first. Equal matches stay in their order.
 * @param labelOf returns the text of an item that is compared with the typed text.
 */
export const bestFirst = <Item>(items: readonly Item[], labelOf: (item: Item) => string, typed: string): Item[] =>
  items
    .flatMap((item) => {
      const rank = rankOf(labelOf(item), typed)
      return rank === undefined ? [] : [{ item, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
