import { Command } from 'commander'
import { directoryListShape, listUsers } from '../../directory/list.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeList } from '../output.ts'
import { readEveryPage } from '../read-every-page.ts'
import { inOrganization } from '../with-database.ts'

export const listCommand = new Command('list')
  .description('list the users, by name: staff and the two that stand for the API and the operator')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .action((options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) =>
      writeList(await readEveryPage(directoryListShape, (query) => listUsers(scope, query)), options.json, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        KIND: ({ kind }) => kind,
        ARCHIVED: ({ archived }) => (archived ? 'archived' : ''),
      }),
    ),
  )
