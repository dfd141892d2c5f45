import { Command } from 'commander'
import { beginNewEpoch } from '../../events/begin-epoch.ts'
import { pauseAllEndpoints } from '../../webhooks/endpoints/pause.ts'
import { writeMessage } from '../output.ts'
import { withDatabase } from '../with-database.ts'

export const newEpochCommand = new Command('new-epoch')
  .description('make followers of events read everything again')
  .addHelpText(
    'after',
    `
Run this command before a server starts, after a restore with other tools than tocsin restore or after a failover that
lost commits: followers have then read events that no longer exist. Also run it, at any time, after texts were changed
with SQL: followers learn nothing of such a change. The next request of each follower is rejected with position_unknown,
so that it reads the lists again. Webhooks are paused until an administrator resumes them. An unnecessary run loses
nothing.

Example:
  tocsin events new-epoch`,
  )
  .action(() =>
    withDatabase(async ({ database }) => {
      await database.transaction().execute(async (transaction) => {
        // Lock the endpoints before the feeds, as servers do. Endpoints that an administrator is resuming are paused
        // too: the statement waits for the administrator's transaction.
        await pauseAllEndpoints(transaction)
        await beginNewEpoch(transaction)
        // Also pause endpoints that were created before the feeds were locked. Later endpoints begin in the new epoch.
        // A deadlock with a change of an endpoint rolls everything back, and the command can be repeated.
        await pauseAllEndpoints(transaction)
      })
      writeMessage('A new epoch has begun. Followers will read everything again, and webhooks wait to be resumed.')
    }),
  )
