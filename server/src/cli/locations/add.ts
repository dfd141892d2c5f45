import { Command } from 'commander'
import { addLocation } from '../../directory/add-location.ts'
import { readName } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData } from '../output.ts'
import { inOrganization } from '../with-database.ts'

interface Options extends OrganizationOptions, JsonOptions {
  externalId?: string
}

export const addCommand = new Command('add')
  .description('add a location, a place where incidents happen')
  .argument('<name>', 'name of the location', readName)
  .option('--external-id <id>', 'id in another system', readName)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints the id.

Example:
  tocsin locations add "Harbour Street" --external-id STORE-01`,
  )
  .action((name: string, options: Options) =>
    inOrganization(options, async (scope) => {
      const location = await addLocation(scope, { name, externalId: options.externalId })
      writeData(options.json ? JSON.stringify(location) : location.id)
    }),
  )
