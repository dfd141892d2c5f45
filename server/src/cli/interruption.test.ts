import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const module = JSON.stringify(new URL('interruption.ts', import.meta.url).href)

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a task that a signal interrupts can still finish its files: %s',
  async (name) => {
    const program = `
    import { interruptible } from ${module}
    const alive = setInterval(() => undefined, 1000)
    await interruptible(async (signal) => {
      process.kill(process.pid, '${name}')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      clearInterval(alive)
      process.stdout.write('finished')
    })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' })
    const [[code, endedBy], stdout] = await Promise.all([once(child, 'exit'), text(child.stdout)])
    expect({ code, endedBy, stdout }).toEqual({ code: 0, endedBy: null, stdout: 'finished' })
  },
)
