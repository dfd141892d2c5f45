import { describe, expect, test } from 'vitest'
import { boards, cards, column, move } from './support/board-page.ts'
import { answerFirst } from './support/answer-first.ts'
import { browser, refuseNews } from './support/browser.ts'
import { holdBack } from './support/hold-back.ts'
import { organizations } from './support/organization.ts'

const boardWith = boards(browser(), organizations())

describe('a card', () => {
  test('that the server does not move goes back to where it was', async () => {
    const { page, stateOf } = await boardWith('Door jams')
    await page.route('**/transition', (route) => route.fulfill({ status: 409, body: '{}' }))
    await page.getByRole('button', { name: 'Move Door jams to…' }).click()
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await page.getByRole('status').getByText('Door jams could not be moved').waitFor()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    await expect.poll(() => cards(page, 'Closed').count()).toBe(0)
    expect(await stateOf('Door jams')).toBe('Open')
  })

  test('that the server does not move is told of, also when another was moved meanwhile', async () => {
    const { page, stateOf } = await boardWith('Door jams', 'Lamp out')
    await answerFirst(page, 'POST', '**/transition', (route) => route.fulfill({ status: 409, body: '{}' }))
    const moving = await holdBack(page, 'POST', '**/transition')
    await move(page, 'Door jams', 'Closed')
    await move(page, 'Lamp out', 'Resolved')
    moving.release()
    await page.getByRole('alert').waitFor()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    await cards(page, 'Resolved').getByText('Lamp out').waitFor()
    await expect.poll(() => stateOf('Lamp out')).toBe('Resolved')
    expect(await stateOf('Door jams')).toBe('Open')
  })

  test('that is on its way is taken back neither by what another move has read nor by news', async () => {
    const { page, stateOf } = await boardWith('Door jams', 'Lamp out')
    const tellNews: (() => Promise<void>)[] = []
    const contentType = 'text/event-stream'
    const body = 'retry: 1000\nevent: ready\ndata: {}\n\n'
    await page.route('**/events', (route) => void tellNews.push(() => route.fulfill({ contentType, body })))
    await page.reload()
    await expect.poll(() => cards(page, 'Open').count()).toBe(2)
    for (const state of ['In progress', 'Resolved', 'Closed'])
      await column(page, state).getByText('Nothing here').waitFor()
    const answers: (() => Promise<void>)[] = []
    await page.route('**/transition', (route) => void answers.push(() => route.fallback()))
    let reads = 0
    await page.route('**/api/console/incidents?*', (route) => {
      reads += 1
      return route.fallback()
    })
    await move(page, 'Door jams', 'Closed')
    await move(page, 'Lamp out', 'Resolved')
    await expect.poll(() => answers.length).toBe(2)
    await answers[0]!()
    await page.getByRole('status').getByText('Door jams is now in Closed').waitFor()
    await tellNews[0]!()
    // The browser asks for further news a second after these have come.
    await expect.poll(() => tellNews.length).toBe(2)
    expect(reads).toBe(0)
    await answers[1]!()
    await expect.poll(() => reads).toBeGreaterThan(0)
    await cards(page, 'Closed').getByText('Door jams').waitFor()
    await cards(page, 'Resolved').getByText('Lamp out').waitFor()
    expect(await stateOf('Lamp out')).toBe('Resolved')
  })

  test('that is moved on before it is refused stays there, and is back in its first column once that is refused too', async () => {
    const { page } = await boardWith('Door jams')
    // Without live news, which has everything read when it begins.
    await refuseNews(page)
    await page.reload()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    for (const state of ['In progress', 'Resolved', 'Closed'])
      await column(page, state).getByText('Nothing here').waitFor()
    const refusals: (() => Promise<void>)[] = []
    await page.route('**/transition', (route) => void refusals.push(() => route.fulfill({ status: 409, body: '{}' })))
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
    await expect.poll(() => refusals.length).toBe(2)
    await refusals[0]!()
    await page.getByRole('status').getByText('Door jams could not be moved').waitFor()
    expect(await columnsOfCard()).toEqual(['Resolved'])
    expect(reads).toBe(0)
    await refusals[1]!()
    await expect.poll(columnsOfCard).toEqual(['Open'])
    await expect.poll(() => reads).toBeGreaterThan(0)
    expect(await columnsOfCard()).toEqual(['Open'])
  })

  test('that could not be moved because the server is away is back in its column before it can be read again', async () => {
    const { page } = await boardWith('Door jams')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Move Door jams to…' }).click()
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await page.getByRole('status').getByText('Door jams could not be moved').waitFor()
    await cards(page, 'Open').getByText('Door jams').waitFor()
    await expect.poll(() => cards(page, 'Closed').count()).toBe(0)
  })
})
