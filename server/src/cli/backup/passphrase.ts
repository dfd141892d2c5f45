import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import { WrongUsage } from '../failure.ts'

export interface PassphraseOptions {
  passphraseFile?: string
}

const lengthMinimum = 12

export const passphraseOption = (purpose: string): Option => new Option('--passphrase-file <path>', purpose)

/**
 * Reads the passphrase of a backup from a file, without the line break at the end of the file. A passphrase is never an
 * argument, because all users of the machine can see the arguments of a process.
 * @returns the passphrase; undefined if the option is absent.
 */
export async function readPassphrase({ passphraseFile }: PassphraseOptions): Promise<string | undefined> {
  if (passphraseFile === undefined) return undefined
  const passphrase = (await readFile(passphraseFile, 'utf8')).replace(/\r?\n$/, '')
  if (passphrase.length >= lengthMinimum) return passphrase
  throw new WrongUsage(`The passphrase in ${passphraseFile} must have at least ${lengthMinimum} characters.`)
}
