import { createHash } from 'node:crypto'

/** Numbers of locations, types and other objects in each measured organization. */
export const counts = { locations: 100, pointsPerLocation: 5, types: 30, categoriesPerType: 3, users: 20, tags: 40 }

/**
 * Shares of all incidents, each with the index of the location, type or other object that has this share. For example,
 * location 0 has 30 % of the incidents. The objects from `firstEvenIndex` on share the rest evenly.
 */
export const shares = { '30 %': 0, '1 %': 1, '0.01 %': 2 } as const
export const firstEvenIndex = 3

/**
 * Makes the id of the n-th object of a kind, such as the n-th location. The id is the same in every organization.
 * `idInSql` makes the same ids in SQL, so requests can filter by objects that SQL has inserted.
 */
export const idOf = (kind: string, n: number): string =>
  createHash('md5')
    .update(`${kind}${n}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * Makes the SQL expression for the id that `idOf` returns.
 * @param n SQL expression of the number.
 */
export const idInSql = (kind: string, n: string): string => `md5('${kind}' || (${n}))::uuid`

const syllables = ['bal', 'cor', 'dun', 'fel', 'gam', 'hin', 'jot', 'kes', 'lum', 'mav']
/** Words of incident names. Each of these words occurs in 1 % of all incident names. */
export const rareWords = syllables.flatMap((first) => syllables.map((second) => `${first}${second}`))
/** Words of incident names. Each of these words occurs in one sixth of all incident names. */
export const nouns = ['freezer', 'till', 'delivery', 'door', 'lift', 'alarm']
export const verbs = ['too warm', 'offline', 'damaged', 'blocked', 'late', 'broken', 'leaking', 'missing']
/** Words, keyed by the share of all incident names that contain the word. */
export const wordOfShare = { '30 %': 'again', '1 %': rareWords[0]!, '0.01 %': 'quokka' }

/** Returns the item at `index` of the list. An `index` beyond the end continues at the start of the list. */
export const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length]!

/** Returns a random integer from 0 to `count - 1`. */
export const anyBelow = (count: number): number => Math.floor(Math.random() * count)
