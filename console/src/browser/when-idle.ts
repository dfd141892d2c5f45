/** Time in milliseconds after which a page has usually loaded its data. Until then, the browser is idle too. */
const loadedMs = 2_000

/** Runs a function when the browser is idle after the page has loaded. Safari has no idle callback. */
export function whenIdle(run: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 5_000 })
    else run()
  }, loadedMs)
}
