import { setTimeout as delay } from 'node:timers/promises'

/**
 * Calls `check` every 10 ms until it returns true.
 * @param condition description of the awaited condition, for the error message.
 * @throws Error if `check` has not returned true within `patienceMs` milliseconds.
 */
export async function until(condition: string, check: () => Promise<boolean>, patienceMs = 30_000): Promise<void> {
  const deadlineMs = Date.now() + patienceMs
  while (!(await check())) {
    if (Date.now() > deadlineMs) throw new Error(`waited ${patienceMs} ms in vain until ${condition}`)
    await delay(10)
  }
}
