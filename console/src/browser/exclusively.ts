const queues = new Map<string, Promise<unknown>>()

/**
 * Runs `work` after all earlier work with the same name, in every tab of this browser. Browsers offer locks only
 * with TLS or on localhost. Without locks, the work waits only for earlier work of its own tab.
 */
export function exclusively<Outcome>(name: string, work: () => Promise<Outcome>): Promise<Outcome> {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  const outcome = (queues.get(name) ?? Promise.resolve()).then(work)
  queues.set(
    name,
    outcome.catch(() => undefined),
  )
  return outcome
}
