import { Command } from 'commander'
import { findAccounts } from '../../directory/users/queries.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeList } from '../output.ts'
import { inOrganization } from '../with-database.ts'

export const listCommand = new Command('list')
  .description('list the users by name, including the system users for the API and the operator')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .action((options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) =>
      writeList(await findAccounts(scope), options.json, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        EMAIL: ({ email }) => email ?? '',
        ROLE: ({ role }) => role ?? '',
        KIND: ({ kind }) => kind,
        ARCHIVED: ({ archived }) => (archived ? 'archived' : ''),
      }),
    ),
  )
