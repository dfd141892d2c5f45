import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProcessAlive } from './is-process-alive.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Builds a folder beside its place and moves it there in one step, so that a killed process leaves nothing half done.
 * Of two that build the same folder at once the first wins; the other's work is dropped.
 */
export async function buildAside(target: string, build: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = nameAside(target)
  try {
    await mkdir(temporary, { mode: 0o700 })
    await build(temporary)
    await rename(temporary, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    await syncFolder(dirname(target))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** A name beside a target that identifies the process whose work it is. */
export const nameAside = (target: string): string => `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`

/** The age at which work is taken for abandoned although its process number lives: in a container that is always 1. */
const abandonedAfterMs = 10 * 60_000

/** Removes what killed processes left beside a target, unless a program of theirs is still at it: then next time. */
export async function removeAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.new-`
  const siblings = (await readdir(dirname(target))).filter((name) => name.startsWith(prefix))
  for (const sibling of siblings) {
    const path = join(dirname(target), sibling)
    const changed = await stat(path).catch(() => undefined)
    const pid = Number.parseInt(sibling.slice(prefix.length), 10)
    if (changed && isProcessAlive(pid) && Date.now() - changed.mtimeMs < abandonedAfterMs) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
