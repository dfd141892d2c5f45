import { createHash } from 'node:crypto'

/** The shape of one organization's data over two years. */
export const counts = { locations: 100, pointsPerLocation: 5, types: 30, categoriesPerType: 3, users: 20, tags: 40 }

/** Each kind has a value of 30 %, one of 1 % and one of 0.01 % of all incidents; the others share the rest equally. */
export const shares = { '30 %': 0, '1 %': 1, '0.01 %': 2 } as const
export const firstEvenIndex = 3

/** The id of the n-th thing of a kind, the same in every organization, so that a filter can name what SQL loaded. */
export const idOf = (kind: string, n: number): string =>
  createHash('md5')
    .update(`${kind}${n}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The same id as SQL computes it. @param n an SQL expression. */
export const idInSql = (kind: string, n: string): string => `md5('${kind}' || (${n}))::uuid`

const syllables = ['bal', 'cor', 'dun', 'fel', 'gam', 'hin', 'jot', 'kes', 'lum', 'mav']
/** Each is in 1 % of all names. */
export const rareWords = syllables.flatMap((first) => syllables.map((second) => `${first}${second}`))
/** Each is in a sixth of all names. */
export const nouns = ['freezer', 'till', 'delivery', 'door', 'lift', 'alarm']
export const verbs = ['too warm', 'offline', 'damaged', 'blocked', 'late', 'broken', 'leaking', 'missing']
/** Words of a fixed share of all names. */
export const wordOfShare = { '30 %': 'again', '1 %': rareWords[0]!, '0.01 %': 'quokka' }

/** The `index`-th of a list, which begins anew behind its end. */
export const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length]!

/** A whole number below `count`. */
export const anyBelow = (count: number): number => Math.floor(Math.random() * count)
