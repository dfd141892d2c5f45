import { onTestFinished, vi } from 'vitest'

/** Collects what is thrown separately until the test is over; it would end the process. */
export function collectThrown(): unknown[] {
  const thrown: unknown[] = []
  const throwing = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((act) => {
    try {
      act()
    } catch (error) {
      thrown.push(error)
    }
  })
  onTestFinished(() => throwing.mockRestore())
  return thrown
}
