/**
 * Time in milliseconds after which a page has usually loaded its data. Before this time, an idle browser may still be
 * waiting for the data.
 */
const loadedMs = 2_000

/**
 * Runs a function once the page has loaded and the browser is idle. In Safari, which has no idle callback, runs the
 * function once the page has loaded.
 */
export function whenIdle(run: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 5_000 })
    else run()
  }, loadedMs)
}
