import type { Page } from 'playwright-core'

type Respond = Parameters<Page['route']>[1]

/**
 * Answers the first request with this method and URL in place of the server. Later requests reach the server.
 * Playwright's option `times: 1` is no alternative: the next request may arrive while Playwright ends the interception,
 * and such a request never reaches the server.
 * @param address glob pattern of the URL
 */
export async function answerFirstRequest(page: Page, method: string, address: string, respond: Respond): Promise<void> {
  let isAnswered = false
  await page.route(address, (route, request) => {
    if (isAnswered || request.method() !== method) return route.fallback()
    isAnswered = true
    return respond(route, request)
  })
}

/** Lets the first report arrive at the server, but loses the response. */
export const loseFirstReportResponse = (page: Page): Promise<void> =>
  answerFirstRequest(page, 'POST', '**/api/console/incidents', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 408, body: 'lost' })
  })
