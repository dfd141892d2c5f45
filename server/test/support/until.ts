import { setTimeout as delay } from 'node:timers/promises'

/**
 * Calls `ask` every 10 ms until it returns true.
 * @param what description of the awaited condition, for the error message.
 * @throws Error if `ask` has not returned true within `patienceMs` milliseconds.
 */
export async function until(what: string, ask: () => Promise<boolean>, patienceMs = 30_000): Promise<void> {
  const deadlineMs = Date.now() + patienceMs
  while (!(await ask())) {
    if (Date.now() > deadlineMs) throw new Error(`waited ${patienceMs} ms in vain until ${what}`)
    await delay(10)
  }
}
