import { restorableDays } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { adviseRepeating } from '../api/advise-repeating.ts'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { readId } from '../arguments.ts'
import { writeMessage } from '../output.ts'
import { withChangeOptions, type ChangeOptions } from './change-options.ts'

export const deleteCommand = withChangeOptions(
  new Command('delete')
    .description('delete an incident with its comments and files')
    .argument('<id>', 'id of the incident', readId),
)
  .addHelpText(
    'after',
    `
\`incidents restore\` brings it back within ${restorableDays} days.
${settingsHelp}

Examples:
  tocsin incidents delete 01a1f9ed-92a9-73c7-8fa6-13a51d85a191`,
  )
  .action(async (id: Uuid, options: ChangeOptions) => {
    const client = await connectToApi()
    await adviseRepeating(client.incidents.delete(id, options), '--idempotency-key', 'deleted')
    writeMessage(`The incident is deleted. \`incidents restore\` brings it back within ${restorableDays} days.`)
  })
