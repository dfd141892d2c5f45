import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { ReferenceNames } from '../api/reference-names.ts'
import { readId } from '../arguments.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeIncident } from './write-incident.ts'

export const getCommand = new Command('get')
  .description('print one incident')
  .argument('<id>', 'id of the incident', readId)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `${settingsHelp}

Examples:
  tocsin incidents get 01a1f9ed-92a9-73c7-8fa6-13a51d85a191`,
  )
  .action(async (id: Uuid, { json }: JsonOptions) => {
    const client = await connectToApi()
    await writeIncident(new ReferenceNames(client), await client.incidents.get(id), json)
  })
