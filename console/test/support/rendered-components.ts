import type { Page } from 'playwright-core'

/** Part of React's internal description of one component or element on the page. */
interface Fiber {
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
  flags: number
}

interface CountingWindow {
  renderedComponents: number
}

/**
 * Counts the components that React renders while `act` runs. The page must have been opened after
 * `watchRenderedComponents`.
 */
export async function countRenderedComponents(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => Object.assign(window, { renderedComponents: 0 }))
  await act()
  return page.evaluate(() => (window as unknown as CountingWindow).renderedComponents)
}

/** Makes the next document of the page count rendered components. Uses the hook that React offers to developer tools. */
export async function watchRenderedComponents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const performedWork = 1
    const count = (fiber: Fiber | null): number => {
      let rendered = 0
      for (let each = fiber; each; each = each.sibling) {
        const { child, alternate, flags } = each
        if ((flags & performedWork) !== 0) rendered++
        // React has rendered nothing below a component whose children are the same objects as before.
        if (child !== alternate?.child) rendered += count(child)
      }
      return rendered
    }
    const counting: CountingWindow = Object.assign(window, {
      renderedComponents: 0,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_renderer: number, { current }: { current: Fiber }) => {
          counting.renderedComponents += count(current)
        },
        onCommitFiberUnmount() {},
      },
    })
  })
}
