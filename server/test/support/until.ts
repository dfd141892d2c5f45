import { setTimeout as delay } from 'node:timers/promises'

/**
 * Calls `ask` every 10 ms until it returns true.
 * @param what the awaited condition in words, for the message of the error.
 * @throws an error once `patienceMs` has passed.
 */
export async function until(what: string, ask: () => Promise<boolean>, patienceMs = 30_000): Promise<void> {
  const deadlineMs = Date.now() + patienceMs
  while (!(await ask())) {
    if (Date.now() > deadlineMs) throw new Error(`waited ${patienceMs} ms in vain until ${what}`)
    await delay(10)
  }
}
