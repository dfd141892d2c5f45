import { Command } from 'commander'
import { directoryListShape, listLocations } from '../../directory/list.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeList } from '../output.ts'
import { readEveryPage } from '../read-every-page.ts'
import { inOrganization } from '../with-database.ts'

export const listCommand = new Command('list')
  .description('list the locations by name, including archived ones')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .action((options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) =>
      writeList(await readEveryPage(directoryListShape, (query) => listLocations(scope, query)), options.json, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        'EXTERNAL ID': ({ externalId }) => externalId,
        ARCHIVED: ({ archived }) => (archived ? 'archived' : ''),
      }),
    ),
  )
