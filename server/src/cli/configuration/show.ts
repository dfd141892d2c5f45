import { Command } from 'commander'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { readRevision } from '../arguments.ts'
import { writeData } from '../output.ts'
import { inOrganization } from '../with-database.ts'
import { findRevision } from './find-revision.ts'

export const showCommand = new Command('show')
  .description('print a revision of the creation configuration, as JSON that `publish` accepts')
  .argument('[revision]', 'number of the revision; defaults to the current one', readRevision)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
With --json, prints it on one line.

Examples:
  tocsin configuration show > configuration.json
  tocsin configuration show 3 | tocsin configuration publish -`,
  )
  .action((revision: number | undefined, options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) => {
      const configuration = await findRevision(scope, revision)
      writeData(JSON.stringify(configuration, undefined, options.json ? 0 : 2))
    }),
  )
