import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { archiveLocation } from '../../directory/archive.ts'
import { readId } from '../arguments.ts'
import { organizationOption, type OrganizationOptions } from '../options.ts'
import { writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

export const archiveCommand = new Command('archive')
  .description('archive a location; its incidents stay')
  .argument('<id>', 'id of the location, from `locations list`', readId)
  .addOption(organizationOption())
  .action((id: Uuid, options: OrganizationOptions) =>
    inOrganization(options, async (scope) => {
      await archiveLocation(scope, id)
      writeMessage('The location is archived.')
    }),
  )
