import { describe, expect, test } from 'vitest'
import { browser } from './support/browser.ts'
import { everyPage } from './support/every-page.ts'
import { observeLayoutShift } from './support/layout-shift.ts'
import { lookAt } from './support/look-at.ts'
import { demoAdministrator } from './support/organization.ts'
import { waitUntilLoaded } from './support/wait-until-loaded.ts'

const open = browser()

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test('every page is accessible, fits the screen and shows whole labels, and its content does not move while it loads', async () => {
    const page = await open('about:blank', { as: demoAdministrator(), screen })
    await observeLayoutShift(page)
    const findings: string[] = []
    for (const address of await everyPage(page.request)) {
      await page.goto(address)
      await waitUntilLoaded(page)
      findings.push(...(await lookAt(page)).map((finding) => `${address}: ${finding}`))
    }
    expect(findings).toEqual([])
  })
})
