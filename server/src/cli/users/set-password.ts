import { passwordMinLength } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { setPassword } from '../../identity/sessions/set-password.ts'
import { readId } from '../arguments.ts'
import { organizationOption, type OrganizationOptions } from '../options.ts'
import { writeMessage } from '../output.ts'
import { readPassword } from '../read-password.ts'
import { inOrganization } from '../with-database.ts'

export const setPasswordCommand = new Command('set-password')
  .description('set a new password for a member of staff, sign them out everywhere and end their sign-in lock')
  .argument('<id>', 'id of the user, from `users list`', readId)
  .addOption(organizationOption())
  .addHelpText(
    'after',
    `
Prompts for the password without echo, or reads it from standard input if that is not a terminal. A password has at least
${passwordMinLength} characters.

Examples:
  tocsin users set-password 0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44
  tocsin users set-password 0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44 < password.txt`,
  )
  .action(async (id: Uuid, options: OrganizationOptions) => {
    const password = await readPassword()
    await inOrganization(options, async (scope) => {
      await setPassword(scope, id, password)
      writeMessage('The password is set, and the user is signed out everywhere.')
    })
  })
