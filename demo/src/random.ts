export interface Random {
  /** Returns a whole number from `minimum` to `maximum`, both included. */
  between(minimum: number, maximum: number): number
  pick<Value>(values: readonly Value[]): Value
  /** Returns true with the given probability, 0 to 1. */
  chance(probability: number): boolean
}

/**
 * Makes a random generator (mulberry32) that repeats its values for the same seed, so that every demo has the same
 * incidents.
 */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (minimum: number, maximum: number): number => minimum + Math.floor(next() * (maximum - minimum + 1))
  return {
    between,
    pick: (values) => values[between(0, values.length - 1)]!,
    chance: (probability) => next() < probability,
  }
}
