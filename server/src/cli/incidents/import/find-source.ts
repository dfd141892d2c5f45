import { createReadStream, fstatSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'

/** Where the rows come from: a file, or a pipe that ends when it does. */
export interface Source {
  /** What it is called in a sentence. */
  name: string
  /** Undefined: nobody knows before its end. */
  sizeBytes: number | undefined
  /** @param signal ends the reading, also while nothing comes. */
  read(signal: AbortSignal): Readable
  /** Whether another path leads to the same file. */
  isAlso(path: string): Promise<boolean>
}

/**
 * @param file its path, or `-` for standard input.
 * @throws Error when there is none, or it is a folder.
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
