import { readFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Reads the text of a file by its path in the repository. */
export const readSource = (name: string): Promise<string> => readFile(`${repository}${name}`, 'utf8')

/**
 * Starts V8's precise coverage, which records the function calls of this process.
 * @returns a function that runs `work` and returns the paths of the source files of the server and the contract in
 * which a function was called while `work` ran.
 */
export async function watchEnteredFiles(): Promise<(work: () => Promise<unknown>) => Promise<string[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async (work) => {
    // Take the coverage once before `work`, because taking it resets the call counts to zero.
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
      .map(({ url }) => relative(repository, url.startsWith('file:') ? fileURLToPath(url) : url))
      .filter((name) => /^(server|contract)\/src\//.test(name))
  }
}

/** Returns true for a file that sends no queries and calls no other source file: it imports only types and packages. */
export async function isLeaf(name: string): Promise<boolean> {
  const source = await readSource(name)
  return !source.includes('.execute') && !/^import (?!type\b)(?:[^'"]*?from )?'(?:\.|@tocsin\/)/m.test(source)
}
