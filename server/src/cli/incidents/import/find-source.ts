import { createReadStream, fstatSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'

export interface Source {
  /** Name of the source in messages. */
  name: string
  /** Size of the file; undefined for a pipe. */
  sizeBytes: number | undefined
  /**
   * Opens the source for reading.
   * @param signal aborts the reading, even while no data arrives.
   */
  read(signal: AbortSignal): Readable
  /** Returns true if a path leads to the same file as this source. */
  isAlso(path: string): Promise<boolean>
}

/**
 * Finds the source of the rows of an import.
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
    read: (signal) =>
      isStandardInput
        ? addAbortSignal(signal, process.stdin)
        : createReadStream(file, { signal, highWaterMark: chunkBytes }),
    isAlso: async (path) => found.isFile() && isSame(found, await stat(path).catch(() => undefined)),
  }
}

/** Size of the chunks in which a file is read. A chunk has enough rows to give each sender a request. */
const chunkBytes = 256 * 1024

const isSame = (one: Stats, other: Stats | undefined): boolean => one.dev === other?.dev && one.ino === other.ino
