import { buffer } from 'node:stream/consumers'
import { decodeDocument } from './decode-document.ts'

/**
 * Reads all of standard input.
 * @throws Error for input that is neither UTF-8 nor UTF-16 with a byte order mark.
 */
export const readInput = async (): Promise<string> => decodeDocument(await buffer(process.stdin), 'Standard input')
