import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { makeChaosDatabase } from './database.ts'
import { disturb } from './disturb.ts'
import { options } from './options.ts'
import { restoreAndFollow } from './restore-and-follow.ts'
import { findClockLibrary } from './server.ts'
import { startSite, type Site } from './site.ts'

// Checks the feed of events in a run that is too long for a test. Four servers with different clocks write to one
// organization, and three readers follow its feed. Meanwhile commits are delayed, and servers are suspended and killed.
// At the end, the events of the readers, the tables and the responses to the callers must agree. Then the database is
// put back to an earlier state, and a follower must read everything again. Runs only on Linux.

/** Maximum number of minutes from the end of the writes to the end of the run. */
const minutesToFinish = 20
const log = (text: string) => void process.stderr.write(`${text}\n`)

const clockLibrary = options.clocks ? await findClockLibrary() : undefined
if (options.clocks && !clockLibrary) {
  log('The library faketime is missing. Install it with `apt-get install faketime`, or add --no-clocks.')
  process.exit(2)
}
const folder = await makeTemporaryFolder('feed-chaos')
const database = await makeChaosDatabase(folder)
let site: Site | undefined
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) {
  // The first signal ends the run in order, the second at once.
  process.on(signal, () => (ending.signal.aborted ? process.exit(1) : ending.abort(new Error('interrupted'))))
}
const timer = setTimeout(
  () => ending.abort(new Error('the run does not end')),
  (options.minutes + minutesToFinish) * 60_000,
)
try {
  log(`seed ${options.seed}`)
  site = await startSite({ database, dataFolder: folder, clockLibrary, usesSequence: options.sequence === true })
  const violations = [
    ...(await disturb(site, options, log, ending.signal)),
    ...(options.restore ? await restoreAndFollow(site, options, log, ending.signal) : []),
  ]
  for (const violation of violations) log(`violation: ${violation}`)
  log(violations.length === 0 ? 'passed' : `failed, seed ${options.seed}`)
  process.exitCode = violations.length === 0 ? 0 : 1
} catch (error) {
  log(`failed: ${(error as Error).stack}`)
  process.exitCode = 1
} finally {
  clearTimeout(timer)
  await site?.stop()
  await database.stop()
  await removeFolder(folder)
}
// If a server could not start, end its proxies and processes with this process.
process.exit()
