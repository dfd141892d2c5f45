export interface Random {
  /** A whole number from `minimum` to `maximum`, both possible. */
  between(minimum: number, maximum: number): number
  pick<Value>(values: readonly Value[]): Value
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean
}

/** Chance that falls the same way every time (mulberry32), so that two demos tell the same story. */
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
