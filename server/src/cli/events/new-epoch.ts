import { Command } from 'commander'
import { beginEpoch } from '../../events/position-queries.ts'
import { writeMessage } from '../output.ts'
import { withDatabase } from '../with-database.ts'

export const newEpochCommand = new Command('new-epoch')
  .description('make followers of events read everything again')
  .addHelpText(
    'after',
    `
Run it after the database was restored from a backup, or after a failover that lost commits, before a server starts.
Followers have then read events that no longer exist. Their next request is rejected with position_unknown, so that they
read the lists again. An unnecessary run does no harm.

Example:
  tocsin events new-epoch`,
  )
  .action(() =>
    withDatabase(async ({ database }) => {
      await beginEpoch(database)
      writeMessage('A new epoch has begun. Followers will read everything again.')
    }),
  )
