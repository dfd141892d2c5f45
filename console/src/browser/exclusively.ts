const queues = new Map<string, Promise<unknown>>()

/**
 * Runs `work` once all earlier work with the same name has finished, including work in other tabs of this browser.
 * Browsers offer locks only with TLS or on localhost. Without locks, `work` waits only for earlier work of its own tab.
 * @param maximumMs maximum wait in milliseconds; `work` starts after this time even if earlier work is not finished.
 */
export function exclusively<Outcome>(name: string, work: () => Promise<Outcome>, maximumMs?: number): Promise<Outcome> {
  if ('locks' in navigator) return withLock(name, work, maximumMs)
  const earlier = queues.get(name) ?? Promise.resolve()
  const outcome = (maximumMs === undefined ? earlier : Promise.race([earlier, passed(maximumMs)])).then(work)
  queues.set(name, Promise.allSettled([earlier, outcome]))
  return outcome
}

async function withLock<Outcome>(
  name: string,
  work: () => Promise<Outcome>,
  maximumMs: number | undefined,
): Promise<Outcome> {
  if (maximumMs === undefined) return navigator.locks.request(name, work)
  const signal = AbortSignal.timeout(maximumMs)
  let isRunning = false
  const begin = () => {
    isRunning = true
    return work()
  }
  try {
    return await navigator.locks.request(name, { signal }, begin)
  } catch (error) {
    if (isRunning || !signal.aborted) throw error
    return begin()
  }
}

const passed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
