import type { Row } from '../../src/cli/incidents/import/read-rows.ts'

/** Makes a row of an import file with only a name. */
export const rowOf = (name: string): Row => ({
  line: 2,
  share: undefined,
  cells: { name },
  delimiter: ',',
  surplus: [],
  violation: undefined,
})
