import { setTimeout as delay } from 'node:timers/promises'

/** Asks again until the answer is yes; fails loudly when it never is. */
export async function until(what: string, ask: () => Promise<boolean>, patienceMs = 30_000): Promise<void> {
  const deadlineMs = Date.now() + patienceMs
  while (!(await ask())) {
    if (Date.now() > deadlineMs) throw new Error(`waited ${patienceMs} ms in vain until ${what}`)
    await delay(10)
  }
}
