import { Command } from 'commander'
import { listOrganizations } from '../../organizations/list.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeList } from '../output.ts'
import { withDatabase } from '../with-database.ts'

export const listCommand = new Command('list')
  .description('list the organizations, oldest first')
  .addOption(jsonOption())
  .action(({ json }: JsonOptions) =>
    withDatabase(async ({ database }) =>
      writeList(await listOrganizations(database), json, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        CREATED: ({ createdAt }) => createdAt,
      }),
    ),
  )
