import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { administrator, key } = await organizations()()

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).first()
const widthPx = async (page: Page) => (await sidebar(page).boundingBox())!.width

describe('the folded sidebar', () => {
  test('the key [ folds the sidebar to its icons, and the browser remembers that it is folded', async () => {
    const page = await open('/overview', { as: administrator })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await widthPx(page)).toBe(224)
    await page.keyboard.press('[')
    await expect.poll(() => widthPx(page)).toBe(56)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await widthPx(page)).toBe(56)
    await page.keyboard.press('[')
    await expect.poll(() => widthPx(page)).toBe(224)
  })

  test('links of the folded sidebar keep their names, show them in tooltips and open their pages', async () => {
    const page = await open('/incidents', { as: administrator })
    await page.getByRole('button', { name: 'Fold the sidebar' }).click()
    const link = sidebar(page).getByRole('link', { name: 'Workflow' })
    await link.hover()
    await page.getByRole('tooltip', { name: 'Workflow' }).waitFor()
    await expectNoAxeViolations(page)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Workflow' }).waitFor()
    await page.getByRole('button', { name: 'Unfold the sidebar' }).click()
    await expect.poll(() => widthPx(page)).toBe(224)
  })

  test('in a window of 1024 pixels, the sidebar starts folded, and an incident name of 40 characters fits its cell in the list', async () => {
    const name = 'Cold room door at the back does not shut'
    expect(name).toHaveLength(40)
    await createExternally(key, { name })
    const page = await open('/incidents', { as: administrator })
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect.poll(() => widthPx(page)).toBe(56)
    const cell = page.getByRole('grid').getByRole('gridcell').filter({ hasText: name }).first()
    await cell.waitFor()
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('[')
    await expect.poll(() => widthPx(page)).toBe(224)
    await page.setViewportSize({ width: 1280, height: 800 })
    // No visible element shows that the page knows its new width, so reload the page.
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('[')
    await expect.poll(() => widthPx(page)).toBe(56)
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect.poll(() => widthPx(page)).toBe(224)
  })
})
