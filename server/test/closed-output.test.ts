import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { cli, tocsinIn } from './support/tocsin-process.ts'

test('if the output of a command is closed, the command exits with 0 and stops the embedded PostgreSQL that it has started', async () => {
  const folder = await makeTemporaryFolder('closed-output')
  const environment = { DATA_DIR: join(folder, 'data') }
  const tocsin = tocsinIn(environment)
  expect(await tocsin(['organizations', 'create', 'Fairmark'])).toMatchObject({ code: 0 })
  onTestFinished(async () => {
    // If the tested command has left PostgreSQL running, this command stops PostgreSQL.
    await tocsin(['organizations', 'list'])
    await removeFolder(folder)
  })

  const child = spawn(process.execPath, [cli, 'organizations', 'list'], {
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await readdir(join(environment.DATA_DIR, 'postgresql'))).not.toContain('postmaster.pid')
})
