import { createHash } from 'node:crypto'

/** Number of locations, types and so on in each measured organization. */
export const counts = { locations: 100, pointsPerLocation: 5, types: 30, categoriesPerType: 3, users: 20, tags: 40 }

/**
 * Indexes of values that a fixed share of all incidents has. For example, location 0 has 30 % of the incidents,
 * location 1 has 1 % and location 2 has 0.01 %. The remaining incidents are spread evenly over the other locations.
 */
export const shares = { '30 %': 0, '1 %': 1, '0.01 %': 2 } as const
export const firstEvenIndex = 3

/**
 * Makes the id of the n-th object of a kind, such as a location. The id is the same in every organization and equals
 * the id that SQL makes with `idInSql`, so that a filter can name loaded objects.
 */
export const idOf = (kind: string, n: number): string =>
  createHash('md5')
    .update(`${kind}${n}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Makes the SQL expression for the id that `idOf` returns. @param n SQL expression of the number. */
export const idInSql = (kind: string, n: string): string => `md5('${kind}' || (${n}))::uuid`

const syllables = ['bal', 'cor', 'dun', 'fel', 'gam', 'hin', 'jot', 'kes', 'lum', 'mav']
/** Words that occur in 1 % of all incident names each. */
export const rareWords = syllables.flatMap((first) => syllables.map((second) => `${first}${second}`))
/** Words that occur in a sixth of all incident names each. */
export const nouns = ['freezer', 'till', 'delivery', 'door', 'lift', 'alarm']
export const verbs = ['too warm', 'offline', 'damaged', 'blocked', 'late', 'broken', 'leaking', 'missing']
/** Words that occur in 30 %, 1 % and 0.01 % of all incident names. */
export const wordOfShare = { '30 %': 'again', '1 %': rareWords[0]!, '0.01 %': 'quokka' }

/** Returns the item at `index`. After the last item the list starts again with the first one. */
export const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length]!

/** Returns a random integer from 0 to `count - 1`. */
export const anyBelow = (count: number): number => Math.floor(Math.random() * count)
