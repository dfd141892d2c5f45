import { access, constants, stat } from 'node:fs/promises'
import type { Comment } from '@tocsin/contract/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { addComment } from '../../comments/add.ts'
import { findStaffByEmail } from '../../directory/user-queries.ts'
import { OrganizationScope } from '../../scope.ts'
import type { OrganizationOptions } from '../options.ts'
import { inOrganization } from '../with-database.ts'
import type { FileToAttach } from './attach-files.ts'

/** Adds a Comment of somebody of the staff, with all its files or not at all. */
export async function addAsStaff(
  email: string,
  input: { relatedEntityId: Uuid; message: string | null },
  paths: string[],
  options: OrganizationOptions,
): Promise<Comment> {
  const files = await Promise.all(paths.map(examine))
  return inOrganization(options, async (operator, environment) => {
    const author = await findStaffByEmail(operator, email)
    if (!author) throw new Error(`Nobody of the staff has the email ${email}.`)
    // Loaded only here: the other commands start sooner without.
    const { attachFiles } = await import('./attach-files.ts')
    const scope = new OrganizationScope(operator.organizationId, author.id, operator.database)
    return scope.transaction(async (inner) => {
      const added = await addComment(inner, input, { madeThroughApi: false })
      return { ...added.comment, mediaIds: await attachFiles(inner, environment, added.comment.id, files) }
    })
  })
}

/** Before anything is stored, because most mistakes are in a path. */
async function examine(path: string): Promise<FileToAttach> {
  await access(path, constants.R_OK)
  const found = await stat(path)
  if (!found.isFile()) throw new Error(`${path} is not a file.`)
  return { path, sizeBytes: found.size }
}
