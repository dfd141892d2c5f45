import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes an empty folder in the system's folder for temporary files.
 * @param mode permissions of the folder. By default other users can read the folder, because PostgreSQL runs as another
 * user if root runs the tests.
 */
export async function makeTemporaryFolder(name: string, mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tocsin-${name}-`))
  await chmod(folder, mode)
  return folder
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
