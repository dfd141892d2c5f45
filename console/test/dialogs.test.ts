import { expect, test } from 'vitest'
import { browser } from './support/browser.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { member } = await organizations()()

test('the overlay behind a dialog covers the whole window, also the space of the scrollbar', async () => {
  const page = await open('/incidents', { as: member })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog').waitFor()
  const overlay = page.locator('.mantine-Modal-overlay')
  await expect.poll(() => overlay.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 })
})

test('a dialog opens with an animation of 150 milliseconds, but not for users who prefer reduced motion', async () => {
  const page = await open('/incidents', { as: member })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Shift+?')
  const animation = () =>
    page.getByRole('dialog').evaluate((dialog) => {
      const { animationName, animationDuration } = getComputedStyle(dialog)
      return { animationName, animationDuration }
    })
  expect((await animation()).animationName).toBe('none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await animation()).toEqual({ animationName: 'dialog-appears', animationDuration: '0.15s' })
})
