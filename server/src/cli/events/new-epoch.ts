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
Run this command after a restore with other tools than tocsin restore, or after a failover that lost commits, before a
server starts. Followers have then read events that no longer exist. Their next request is rejected with
position_unknown, so that they read the lists again. Webhooks are paused until an administrator resumes them. An
unnecessary run loses nothing.

Example:
  tocsin events new-epoch`,
  )
  .action(() =>
    withDatabase(async ({ database }) => {
      await database.transaction().execute(async (transaction) => {
        // Lock the endpoints before the feeds, as every transaction of a server does.
        await pauseAllEndpoints(transaction)
        await beginNewEpoch(transaction)
        // Pause the endpoints again that an administrator resumed while the feeds were being locked.
        await pauseAllEndpoints(transaction)
      })
      writeMessage('A new epoch has begun. Followers will read everything again, and webhooks wait to be resumed.')
    }),
  )
