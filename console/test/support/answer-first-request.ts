import type { Page } from 'playwright-core'

type Answer = Parameters<Page['route']>[1]

/**
 * Intercepts the first request with this method and URL, and answers it in place of the server. Later requests reach
 * the server. Playwright's option `times: 1` does not work here: Playwright may end the interception while it already
 * handles the next request, and that request then never reaches the server.
 * @param address glob pattern of the URL
 */
export async function answerFirstRequest(page: Page, method: string, address: string, answer: Answer): Promise<void> {
  let isAnswered = false
  await page.route(address, (route, request) => {
    if (isAnswered || request.method() !== method) return route.fallback()
    isAnswered = true
    return answer(route, request)
  })
}
