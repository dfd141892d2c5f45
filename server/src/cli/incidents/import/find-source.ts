import { createReadStream, fstatSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'

/** Source of the rows: a file or a pipe. */
export interface Source {
  /** Name for messages. */
  name: string
  /** Undefined for a pipe. */
  sizeBytes: number | undefined
  /** @param signal aborts the reading, even while no data arrives. */
  read(signal: AbortSignal): Readable
  /** Checks if a path leads to the same file. */
  isAlso(path: string): Promise<boolean>
}

/**
 * Finds the source of the rows.
 * @param file path, or `-` for standard input.
 * @throws Error when the file does not exist or is a folder.
 */
export async function findSource(file: string): Promise<Source> {
  const isStandardInput = file === '-'
  const name = isStandardInput ? 'Standard input' : file
  const found = isStandardInput ? fstatSync(0) : await stat(file)
  if (found.isDirectory()) throw new Error(`${name} is not a file.`)
  return {
    name,
    sizeBytes: found.isFile() ? found.size : undefined,
    read: (signal) => (isStandardInput ? addAbortSignal(signal, process.stdin) : createReadStream(file, { signal })),
    isAlso: async (path) => found.isFile() && isSame(found, await stat(path).catch(() => undefined)),
  }
}

const isSame = (one: Stats, other: Stats | undefined): boolean => one.dev === other?.dev && one.ino === other.ino
