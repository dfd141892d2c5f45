import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { addPoint } from '../../directory/add-point.ts'
import { readId, readName } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData } from '../output.ts'
import { inOrganization } from '../with-database.ts'

interface Options extends OrganizationOptions, JsonOptions {
  location: Uuid
}

export const addCommand = new Command('add')
  .description('add a point, a place within a location')
  .argument('<name>', 'name of the point', readName)
  .requiredOption('--location <id>', 'id of its location, from `locations list`', readId)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints the id.

Example:
  tocsin points add "Freezer 3" --location 01a1f9ed-9235-7471-a8aa-6f6a311b6a7b`,
  )
  .action((name: string, options: Options) =>
    inOrganization(options, async (scope) => {
      const point = await addPoint(scope, { name, locationId: options.location })
      writeData(options.json ? JSON.stringify(point) : point.id)
    }),
  )
