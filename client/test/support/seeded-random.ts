/** Makes random numbers (mulberry32) that are the same in every run, so that a failure can be reproduced. */
export function seededRandom(seed: number) {
  let state = seed
  return {
    /** An integer from 0 up to, but not including, `limit`. */
    below(limit: number): number {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return (((mixed ^ (mixed >>> 14)) >>> 0) % limit) | 0
    },
  }
}
