import { describe, expect, test } from 'vitest'
import { boardOpener, cards, column, move } from './support/board-page.ts'
import { answerFirstRequest } from './support/answer-first-request.ts'
import { browser, blockLiveUpdates } from './support/browser.ts'
import { delayRequests } from './support/delay-requests.ts'
import { organizations } from './support/organization.ts'
import { routeChanges } from './support/route-changes.ts'

const boardWith = boardOpener(browser(), organizations())

describe('rejected moves on the board', () => {
  test('a card returns to its former column if the server rejects the move', async () => {
    const { page, stateOf } = await boardWith('Door jams')
    await routeChanges(page, (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.getByRole('button', { name: 'Move Door jams to…' }).click()
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await page.getByRole('status').getByText('Couldn’t move Door jams').waitFor()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    await expect.poll(() => cards(page, 'Closed').count()).toBe(0)
    expect(await stateOf('Door jams')).toBe('Open')
  })

  test('the board reports a rejected move even if the user has moved another card in the meantime', async () => {
    const { page, stateOf } = await boardWith('Door jams', 'Lamp out')
    await answerFirstRequest(page, 'PATCH', '**/api/console/incidents/*', (route) =>
      route.fulfill({ status: 400, body: '{}' }),
    )
    const moving = await delayRequests(page, 'PATCH', '**/api/console/incidents/*')
    await move(page, 'Door jams', 'Closed')
    await move(page, 'Lamp out', 'Resolved')
    moving.release()
    await page.getByRole('alert').waitFor()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    await cards(page, 'Resolved').getByText('Lamp out').waitFor()
    await expect.poll(() => stateOf('Lamp out')).toBe('Resolved')
    expect(await stateOf('Door jams')).toBe('Open')
  })

  test('a live update that arrives during moves of cards reloads the board only after all moves have finished', async () => {
    const { page, stateOf } = await boardWith('Door jams', 'Lamp out')
    const sendUpdates: (() => Promise<void>)[] = []
    const contentType = 'text/event-stream'
    const body = 'retry: 1000\nevent: ready\ndata: {}\n\n'
    await page.route('**/events', (route) => void sendUpdates.push(() => route.fulfill({ contentType, body })))
    await page.reload()
    await expect.poll(() => cards(page, 'Open').count()).toBe(2)
    for (const state of ['In progress', 'Resolved', 'Closed'])
      await column(page, state).getByText('Nothing here').waitFor()
    const continueChange: (() => Promise<void>)[] = []
    await routeChanges(page, (route) => void continueChange.push(() => route.fallback()))
    let reads = 0
    await page.route('**/api/console/incidents?*', (route) => {
      reads += 1
      return route.fallback()
    })
    await move(page, 'Door jams', 'Closed')
    await move(page, 'Lamp out', 'Resolved')
    await expect.poll(() => continueChange.length).toBe(2)
    await continueChange[0]!()
    await page.getByRole('status').getByText('Moved Door jams to Closed').waitFor()
    await sendUpdates[0]!()
    // Wait for the second request for live updates, which the browser sends a second after the end of the first
    // response (`retry: 1000`). By then the page has handled the first response.
    await expect.poll(() => sendUpdates.length).toBe(2)
    expect(reads).toBe(0)
    await continueChange[1]!()
    await expect.poll(() => reads).toBeGreaterThan(0)
    await cards(page, 'Closed').getByText('Door jams').waitFor()
    await cards(page, 'Resolved').getByText('Lamp out').waitFor()
    expect(await stateOf('Lamp out')).toBe('Resolved')
  })

  test('a card that was moved twice returns to its first column only after both moves were rejected', async () => {
    const { page } = await boardWith('Door jams')
    // Block live updates, because they reload the board when they start, and this test counts the reloads.
    await blockLiveUpdates(page)
    await page.reload()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    for (const state of ['In progress', 'Resolved', 'Closed'])
      await column(page, state).getByText('Nothing here').waitFor()
    const rejections: (() => Promise<void>)[] = []
    await routeChanges(page, (route) => void rejections.push(() => route.fulfill({ status: 400, body: '{}' })))
    let reads = 0
    await page.route('**/api/console/incidents?*', (route) => {
      reads += 1
      return route.abort('internetdisconnected')
    })
    const columnsOfCard = async () => {
      const counts = await Promise.all(
        ['Open', 'In progress', 'Resolved', 'Closed'].map(async (state) => ({
          state,
          count: await cards(page, state).getByText('Door jams').count(),
        })),
      )
      return counts.flatMap(({ state, count }) => Array<string>(count).fill(state))
    }
    await move(page, 'Door jams', 'In progress')
    await move(page, 'Door jams', 'Resolved')
    await expect.poll(() => rejections.length).toBe(2)
    await rejections[0]!()
    await page.getByRole('status').getByText('Couldn’t move Door jams').waitFor()
    expect(await columnsOfCard()).toEqual(['Resolved'])
    expect(reads).toBe(0)
    await rejections[1]!()
    await expect.poll(columnsOfCard).toEqual(['Open'])
    await expect.poll(() => reads).toBeGreaterThan(0)
    expect(await columnsOfCard()).toEqual(['Open'])
  })

  test('a card that is moved while the browser is offline returns to its former column', async () => {
    const { page } = await boardWith('Door jams')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Move Door jams to…' }).click()
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await page.getByRole('status').getByText('Couldn’t move Door jams').waitFor()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    await expect.poll(() => cards(page, 'Closed').count()).toBe(0)
  })
})
