import { Command } from 'commander'
import { createOrganization } from '../../organizations/create.ts'
import { readName } from '../arguments.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { withMigratedDatabase } from '../with-database.ts'

export const createCommand = new Command('create')
  .description('create an organization that is ready to use')
  .argument('<name>', 'name of the organization', readName)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
The organization starts with the workflow Open, In progress, Resolved, Closed and a creation configuration that requires
only a name. A database that is new or older than this version is migrated first. Prints the id.

Examples:
  tocsin organizations create "Fairmark Food Stores"
  tocsin keys issue --organization "Fairmark Food Stores" --name "Till gateway"`,
  )
  .action((name: string, { json }: JsonOptions) =>
    withMigratedDatabase(async (service, migrations) => {
      if (migrations.length > 0) writeMessage(`The database was migrated: ${migrations.join(', ')}.`)
      const { organizationId: id } = await createOrganization(service, name)
      writeData(json ? JSON.stringify({ id, name }) : id)
    }),
  )
