import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the cursor is visible again after a process has ended while its progress bar was shown', () => {
  const script = `
    process.stderr.isTTY = true
    const { showProgress } = await import(${JSON.stringify(new URL('progress.ts', import.meta.url))})
    showProgress('Importing').reach(0.5)
    process.exit(130)`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect(status).toBe(130)
  expect(stderr.lastIndexOf('\u001B[?25h')).toBeGreaterThan(stderr.lastIndexOf('\u001B[?25l'))
})
