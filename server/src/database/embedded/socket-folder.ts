import { hash } from 'node:crypto'
import { lchown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ignoreExisting } from '../../disk/ignore-existing.ts'
import type { Account } from './choose-account.ts'
import { canReach } from './reach.ts'

/**
 * Port number in the name of the Unix socket. All clusters use the same number, because each has its own socket folder.
 */
export const port = 5432

/**
 * Creates the folder of a cluster's Unix socket. Other users have no access to the folder. Its path is short, because
 * the path of a socket is limited to 103 bytes.
 * @throws Error when the folder belongs to another user, is not a folder, or is open to other users.
 */
export async function prepareSocketFolder(clusterFolder: string, account: Account | undefined): Promise<string> {
  const name = `tocsin-${hash('sha256', clusterFolder).slice(0, 12)}`
  const folder = await makeFolder(name, account).catch((error: Error) => {
    throw new Error(
      `PostgreSQL's socket needs a folder that exists and may be written: ${error.message}. TMPDIR says which.`,
      { cause: error },
    )
  })

  const { uid, gid } = account ?? { uid: process.getuid?.(), gid: process.getgid?.() }
  const found = await lstat(folder)
  const madeByRoot = found.uid === 0 && process.getuid?.() === 0
  if (!found.isDirectory() || (found.uid !== uid && !madeByRoot) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder}, meant for PostgreSQL's socket, was created by another user; remove it.`)
  }
  if (madeByRoot && uid !== undefined && gid !== undefined) await lchown(folder, uid, gid)
  return folder
}

async function makeFolder(name: string, account: Account | undefined): Promise<string> {
  const folder = join((await isSuitable(tmpdir(), account)) ? tmpdir() : '/tmp', name)
  await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting)
  return folder
}

/**
 * Checks if the socket folder can be created in a temporary folder. The path must be short and contain no special
 * characters, because it passes through PostgreSQL's own quoting and a shell. The account that runs PostgreSQL must be
 * able to reach the folder.
 */
async function isSuitable(temporaryFolder: string, account: Account | undefined): Promise<boolean> {
  const isShortAndPlain = /^\/[\w/.+-]{0,65}$/.test(temporaryFolder)
  return isShortAndPlain && (!account || (await canReach(account, temporaryFolder)))
}
