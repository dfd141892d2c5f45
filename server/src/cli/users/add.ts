import { passwordMinLength } from '@tocsin/contract/limits.ts'
import { roles, type Role } from '@tocsin/contract/console/session.ts'
import { Command, Option } from 'commander'
import { addUser } from '../../directory/users/add.ts'
import { readEmail, readName } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData } from '../output.ts'
import { readPassword } from '../read-password.ts'
import { inOrganization } from '../with-database.ts'

interface Options extends OrganizationOptions, JsonOptions {
  name: string
  email: string
  role: Role
  password: boolean
}

export const addCommand = new Command('add')
  .description('add a member of staff')
  .requiredOption('--name <name>', 'full name', readName)
  .requiredOption('--email <email>', 'address for signing in, unique in the organization', readEmail)
  .addOption(new Option('--role <role>', 'role in the organization').choices(roles).default('member'))
  .option('--no-password', 'add a user who cannot sign in, but can be an assignee or the author of comments')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prompts for the password without echo, or reads it from standard input if that is not a terminal. A password has at least
${passwordMinLength} characters. Prints the id.

Examples:
  tocsin users add --name "Maren Holt" --email maren.holt@example.com --role administrator
  tocsin users add --name "Maren Holt" --email maren.holt@example.com < password.txt`,
  )
  .action(async (options: Options) => {
    const { name, email, role } = options
    const password = options.password ? await readPassword() : undefined
    await inOrganization(options, async (scope) => {
      const id = await addUser(scope, { name, email, role, password })
      writeData(options.json ? JSON.stringify({ id, name, email, role }) : id)
    })
  })
