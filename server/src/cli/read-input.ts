import { buffer } from 'node:stream/consumers'

/**
 * All of standard input.
 * @throws Error when it is not UTF-8: what cannot be read as that would be replaced without a word.
 */
export async function readInput(): Promise<string> {
  const bytes = await buffer(process.stdin)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Error('Standard input is not UTF-8 text.', { cause: error })
  }
}
