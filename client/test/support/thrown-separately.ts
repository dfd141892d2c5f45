import { onTestFinished, vi } from 'vitest'

/** Until the test ends, collects the errors of microtasks, which would otherwise end the process. */
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
