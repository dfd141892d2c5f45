import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { archiveUser } from '../../directory/archive.ts'
import { readId } from '../arguments.ts'
import { organizationOption, type OrganizationOptions } from '../options.ts'
import { writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

export const archiveCommand = new Command('archive')
  .description('archive a member of staff; their work stays')
  .argument('<id>', 'id of the user, from `users list`', readId)
  .addOption(organizationOption())
  .action((id: Uuid, options: OrganizationOptions) =>
    inOrganization(options, async (scope) => {
      await archiveUser(scope, id)
      writeMessage('The user is archived.')
    }),
  )
