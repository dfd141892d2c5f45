import { randomUUID } from 'node:crypto'
import { setImmediate as everythingDue } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OrganizationLimits } from './organization-limits.ts'

test('work that took long delays further work of its organization to a later iteration, and nobody else', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  const turns = new OrganizationLimits(10)
  const [one, other] = [randomUUID(), randomUUID()]
  const end = await turns.begin(one, 1)
  now.mockReturnValue(9)
  end()
  const begun: string[] = []
  const later = turns.begin(one, 1).then(() => begun.push('one'))
  await turns.begin(other, 1).then(() => begun.push('other'))
  expect(begun).toEqual(['other'])
  await everythingDue()
  await later
  expect(begun).toEqual(['other', 'one'])
})

test('an organization has all but two connections at once, and one that is idle begins anew', async () => {
  const turns = new OrganizationLimits(4)
  const organization = randomUUID()
  const ends = [await turns.begin(organization, 1), await turns.begin(organization, 1)]
  let hasBegun = false
  const third = turns.begin(organization, 1).then((end) => ((hasBegun = true), end))
  await everythingDue()
  expect(hasBegun).toBe(false)
  for (const end of ends) end()
  const endThird = await third
  endThird()
  endThird()
  await everythingDue()
  await expect(turns.begin(organization, 2)).resolves.toBeTypeOf('function')
})
