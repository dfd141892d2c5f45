import { stat } from 'node:fs/promises'
import { run } from './run.ts'

export interface Account {
  uid: number
  gid: number
}

/**
 * Chooses the operating system account that runs PostgreSQL, because PostgreSQL refuses to run as root.
 * @returns the owner of the cluster, or a system user if there is no cluster or root owns it. The system user is
 *   created if necessary. Returns undefined if the current user is not root: PostgreSQL then runs as the current user.
 */
export async function chooseAccount(clusterFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterFolder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = (await findSystemUser()) ?? (await makeSystemUser())
  if ((await run('id', ['-u'], { account })).succeeded) return account
  throw new Error(`PostgreSQL cannot run as root, and this root user may not switch to another user. ${remedy}`)
}

const remedy = 'Run as another user, or set DATABASE_URL.'
const ownUser = 'tocsin'

async function findSystemUser(): Promise<Account | undefined> {
  for (const name of ['postgres', '_postgres', ownUser]) {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    if (user.succeeded && group.succeeded) return { uid: Number(user.output), gid: Number(group.output) }
  }
  return undefined
}

async function makeSystemUser(): Promise<Account> {
  const group = await run('groupadd', ['--system', '--force', ownUser])
  const options = ['--system', `--gid=${ownUser}`, '--home-dir=/nonexistent', '--shell=/bin/false']
  const user = await run('useradd', [...options, ownUser])
  // After a failed `useradd`, the system user may still exist: another process may have created it at the same time.
  const made = await findSystemUser()
  if (made) return made
  throw new Error(
    `PostgreSQL cannot run as root, and the system user ${ownUser} could not be created. ${remedy}\n` +
      `${group.output}${user.output}`,
  )
}
