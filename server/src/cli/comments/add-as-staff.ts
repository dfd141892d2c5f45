import { access, constants, stat } from 'node:fs/promises'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { addCommentWithFiles } from '../../comments/add-with-files.ts'
import { findStaffByEmail } from '../../directory/users/queries.ts'
import { discardFile } from '../../media/upload/receive-file.ts'
import { openMediaStorage } from '../../media/storage/storage.ts'
import type { OrganizationOptions } from '../options.ts'
import { inOrganization } from '../with-database.ts'
import { examineFiles, type FileToAttach } from './examine-files.ts'

/** Adds a comment of a member of staff, with all its files. If any file is rejected, adds nothing. */
export async function addAsStaff(
  email: string,
  { incidentId, message }: { incidentId: Uuid; message: string | null },
  paths: string[],
  options: OrganizationOptions,
): Promise<Comment> {
  const found = await Promise.all(paths.map(findFile))
  return inOrganization(options, async (operator, environment) => {
    const author = await findStaffByEmail(operator, email)
    if (!author) throw new Error(`No member of staff has the email ${email}.`)
    const scope = operator.actingAs(author.id)
    const storage = await openMediaStorage(environment)
    const files = await examineFiles(storage, found)
    try {
      return (await addCommentWithFiles(scope, storage, incidentId, { message, files }, undefined)).comment
    } finally {
      await Promise.all(files.map(discardFile))
    }
  })
}

/**
 * Checks that a path leads to a readable file. All paths are checked before any file is read, to report mistyped paths
 * early.
 */
async function findFile(path: string): Promise<FileToAttach> {
  await access(path, constants.R_OK)
  const found = await stat(path)
  if (!found.isFile()) throw new Error(`${path} is not a file.`)
  return { path, sizeBytes: found.size }
}
