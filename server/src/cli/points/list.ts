import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { listPoints, pointListShape } from '../../directory/list.ts'
import { readId } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeList } from '../output.ts'
import { readEveryPage } from '../read-every-page.ts'
import { inOrganization } from '../with-database.ts'

interface Options extends OrganizationOptions, JsonOptions {
  location?: Uuid
}

export const listCommand = new Command('list')
  .description('list the points by name, including archived ones')
  .option('--location <id>', 'list only the points of this location', readId)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .action((options: Options) =>
    inOrganization(options, async (scope) => {
      const filters = options.location ? { locationId: options.location } : {}
      const points = await readEveryPage(pointListShape, (query) => listPoints(scope, query), filters)
      writeList(points, options.json, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        LOCATION: ({ locationId }) => locationId,
        ARCHIVED: ({ archived }) => (archived ? 'archived' : ''),
      })
    }),
  )
