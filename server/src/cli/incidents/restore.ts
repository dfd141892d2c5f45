import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { adviseRepeating } from '../api/advise-repeating.ts'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { ReferenceNames } from '../api/reference-names.ts'
import { readId } from '../arguments.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { withIdempotencyKey, type ChangeOptions } from './change-options.ts'
import { writeIncident } from './write-incident.ts'

export const restoreCommand = withIdempotencyKey(
  new Command('restore')
    .description('restore a deleted incident with its comments and files')
    .argument('<id>', 'id of the incident', readId),
)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints the incident.
${settingsHelp}

Examples:
  tocsin incidents restore 01a1f9ed-92a9-73c7-8fa6-13a51d85a191`,
  )
  .action(async (id: Uuid, { json, ...options }: Pick<ChangeOptions, 'idempotencyKey'> & JsonOptions) => {
    const client = await connectToApi()
    const restoring = client.incidents.restore(id, options)
    const incident = await adviseRepeating(restoring, '--idempotency-key', 'restored')
    await writeIncident(new ReferenceNames(client), incident, json)
  })
