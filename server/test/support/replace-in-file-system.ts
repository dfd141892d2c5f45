import fileSystem from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/** Replaces a function of `node:fs/promises` for its next call, in every module that imports it, until the test ends. */
export function replaceOnce(
  name: 'rename' | 'statfs',
  replacement: (from: string, to: string) => Promise<unknown>,
): void {
  const spy = vi.spyOn(fileSystem, name).mockImplementationOnce(replacement as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}
