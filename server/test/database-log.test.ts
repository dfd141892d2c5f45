import { expect, test } from 'vitest'
import { readEnvironment } from '../src/environment.ts'
import { makeLog } from '../src/http/operations/log.ts'
import { startService } from '../src/main.ts'
import { makeTemporaryDataFolder } from './support/temporary-data-folder.ts'

test('logs an error when the embedded PostgreSQL is killed', async () => {
  const folder = await makeTemporaryDataFolder()
  const { DATABASE_URL: _elsewhere, ...environment } = readEnvironment({ DATA_DIR: folder.path, PORT: 0 })
  const lines: { level: number; msg: string }[] = []
  const { stop } = await startService(
    environment,
    makeLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
  )
  await folder.kill()
  await expect
    .poll(() => lines.find(({ msg }) => msg.startsWith('the connection to the embedded PostgreSQL was lost')))
    .toMatchObject({ level: 50 })
  await stop()
})
