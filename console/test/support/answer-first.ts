import type { Page } from 'playwright-core'

type Answer = Parameters<Page['route']>[1]

/**
 * Answers the first call of one kind in the place of the server, which has the later ones. Not `times` of Playwright: that
 * ends the interception while the next call may be on its way into it, which then never arrives.
 */
export async function answerFirst(page: Page, method: string, address: string, answer: Answer): Promise<void> {
  let isAnswered = false
  await page.route(address, (route, request) => {
    if (isAnswered || request.method() !== method) return route.fallback()
    isAnswered = true
    return answer(route, request)
  })
}
