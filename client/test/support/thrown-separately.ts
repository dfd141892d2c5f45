import { onTestFinished, vi } from 'vitest'

/** Collects errors thrown in microtasks until the test ends, because such errors would end the process. */
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
