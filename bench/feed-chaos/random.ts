/** Returns a number from 0 to 1, which depends only on the seed and on the number of earlier calls. */
export type Random = () => number

/** Makes a generator of random numbers. The algorithm is mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a random integer from 0 to `count - 1`. */
export const integerBelow = (random: Random, count: number): number => Math.floor(random() * count)

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[integerBelow(random, items.length)]!
