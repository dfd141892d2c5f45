import { expect, test } from 'vitest'
import { withCustomPlan } from '../src/database/prepare.ts'
import { importLocations } from '../src/directory/import/import-locations.ts'
import { startTestServer } from './support/harness.ts'
import { spyOnStatements } from './support/spy-on-statements.ts'

const server = await startTestServer()
const statements = spyOnStatements()

test('an import of locations uses custom plans to find names, because a generic plan compares every name with every row', async () => {
  const { scope } = await server.newOrganization()
  const lines = [{ line: 2, location: 'Harbour', externalId: 'H-1', point: 'Door' }]
  for await (const _ of importLocations(scope, { lines, rejectedLines: [] }, async () => {}));
  const searches = [...statements].filter((text) => text.includes('name = any('))
  expect(searches).toHaveLength(2)
  expect(searches.filter((text) => !text.startsWith(withCustomPlan))).toEqual([])
})
