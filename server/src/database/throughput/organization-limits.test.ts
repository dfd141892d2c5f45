import { randomUUID } from 'node:crypto'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OrganizationLimits } from './organization-limits.ts'

test('long work of one organization delays further work of this organization, but no work of other organizations', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  const limits = new OrganizationLimits(10)
  const [one, other] = [randomUUID(), randomUUID()]
  const release = await limits.acquire(one, 1)
  now.mockReturnValue(9)
  release()
  const begun: string[] = []
  const later = limits.acquire(one, 1).then(() => begun.push('one'))
  await limits.acquire(other, 1).then(() => begun.push('other'))
  expect(begun).toEqual(['other'])
  await nextIteration()
  await later
  expect(begun).toEqual(['other', 'one'])
})

test('an organization can use all but two of the connections at once, and can use them again after releasing them', async () => {
  const limits = new OrganizationLimits(4)
  const organization = randomUUID()
  const releases = [await limits.acquire(organization, 1), await limits.acquire(organization, 1)]
  let hasBegun = false
  const third = limits.acquire(organization, 1).then((release) => ((hasBegun = true), release))
  await nextIteration()
  expect(hasBegun).toBe(false)
  for (const release of releases) release()
  const releaseThird = await third
  releaseThird()
  releaseThird()
  await nextIteration()
  await expect(limits.acquire(organization, 2)).resolves.toBeTypeOf('function')
})
