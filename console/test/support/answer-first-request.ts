import type { Page } from 'playwright-core'

type Answer = Parameters<Page['route']>[1]

/**
 * Answers the first request of one method and address instead of the server. Later requests reach the server.
 * Playwright's `times` option would not do: it ends the interception while the next request may already be in it, and
 * that request then never arrives.
 */
export async function answerFirstRequest(page: Page, method: string, address: string, answer: Answer): Promise<void> {
  let isAnswered = false
  await page.route(address, (route, request) => {
    if (isAnswered || request.method() !== method) return route.fallback()
    isAnswered = true
    return answer(route, request)
  })
}
