import { templateNames, type TemplateName } from '@tocsin/contract/templates/template-names.ts'
import { Command, Option } from 'commander'
import { createOrganization } from '../../organizations/create.ts'
import { onTransaction } from '../../service.ts'
import { applyTemplate } from '../../templates/apply.ts'
import { readName } from '../arguments.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { withMigratedDatabase } from '../with-database.ts'

interface CreateOptions extends JsonOptions {
  template?: TemplateName
}

export const createCommand = new Command('create')
  .description('create an organization that is ready to use')
  .argument('<name>', 'name of the organization', readName)
  .addOption(new Option('--template <template>', 'report forms and workflow to start with').choices(templateNames))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Without a template, the organization starts with the workflow Open, In progress, Resolved, Closed and a creation
configuration that requires only a name. A template adds types, categories, profiles and a matching workflow. A database
that is new or older than this version is migrated first. Prints the id.

Examples:
  tocsin organizations create "Fairmark Food Stores" --template shops
  tocsin keys issue --organization "Fairmark Food Stores" --name "Till gateway"`,
  )
  .action((name: string, { template, json }: CreateOptions) =>
    withMigratedDatabase(async (service, migrations) => {
      if (migrations.length > 0) writeMessage(`The database was migrated: ${migrations.join(', ')}.`)
      const id = await service.database.transaction().execute(async (transaction) => {
        const scope = await createOrganization(onTransaction(service, transaction), name)
        if (template) await applyTemplate(scope, template)
        return scope.organizationId
      })
      writeData(json ? JSON.stringify({ id, name }) : id)
    }),
  )
