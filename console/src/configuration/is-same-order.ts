interface Entry {
  id: string
}

/** Whether the entries that both lists have stand in the same order. */
export const isSameOrder = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  idsIn(one, other) === idsIn(other, one)

/** Of what stands in the others too. */
const idsIn = (list: readonly Entry[], others: readonly Entry[]): string =>
  list.flatMap(({ id }) => (others.some((each) => each.id === id) ? [id] : [])).join(' ')
